import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { blocksQuery } from "@/api/memory";
import { threadSummariesQuery } from "@/api/threads";
import { turnsQuery } from "@/api/turns";
import type { InboxThread } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { Folded } from "@/components/folded";
import { Badge } from "@/components/ui/badge";
import { outcomeOf } from "@/lib/outcome";
import { Marks } from "./marks";
import { Reasoning } from "./reasoning";
import { contactNameOf } from "./words.logic";

const linkStyle = "rounded-sm font-medium text-accent-text hover:underline";
const mostTurns = 5;

/** Who the contact is, what the agent remembers of them, and what it did lately. */
export function About({ thread }: { thread: InboxThread }) {
  const { thread_id: threadId, contact_id: contactId, agent_id: agentId } = thread;
  return (
    <div className="flex flex-col gap-5">
      <Part title="Contact">
        <Link to="/settings/contacts/$contactId" params={{ contactId }} className={linkStyle}>
          {contactNameOf(thread)}
        </Link>
        <Marks thread={thread} />
      </Part>
      <Part title="Agent">
        <Link to="/agents/$agentId" params={{ agentId }} className={linkStyle}>
          {thread.agent_name}
        </Link>
      </Part>
      <Part title="What it remembers">
        <Remembered threadId={threadId} scope={`contact:${contactId}`} />
        <Link to="/threads/$threadId/memory" params={{ threadId }} className={linkStyle}>
          Memory of this conversation
        </Link>
        <Link to="/memory/blocks" search={{ scope: `contact:${contactId}` }} className={linkStyle}>
          Memory of this contact
        </Link>
      </Part>
      <LastReasoning threadId={threadId} />
      <Part title="What it did">
        <LastTurns threadId={threadId} />
        <Link to="/activity" search={{ thread: threadId }} className={linkStyle}>
          All of its activity here
        </Link>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col items-start gap-2">
      <h2 id={id} className="text-xs font-medium text-muted">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Failing to find out is no reason to disturb: the pages that are linked say what is wrong. */
function Remembered({ threadId, scope }: { threadId: string; scope: string }) {
  const blocks = useQuery(blocksQuery(scope)).data?.items.filter((block) => block.value !== "");
  const summary = useInfiniteQuery(threadSummariesQuery(threadId)).data?.pages[0]?.items[0];
  if (blocks === undefined) return null;
  if (blocks.length === 0 && summary === undefined) return <p className="text-muted">Nothing yet.</p>;
  return (
    <dl className="flex w-full flex-col gap-2">
      {blocks.map((block) => (
        <div key={block.label + block.agent_id} className="rounded-md bg-sunken px-3 py-2">
          <dt className="font-mono text-xs text-muted">{block.label}</dt>
          <dd>
            <Folded text={block.value} />
          </dd>
        </div>
      ))}
      {summary && (
        <div className="rounded-md bg-sunken px-3 py-2">
          <dt className="text-xs text-muted">Summary of what was said earlier</dt>
          <dd>
            <Folded text={summary.narrative} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Why it wrote what it wrote last; nothing before it has written. */
function LastReasoning({ threadId }: { threadId: string }) {
  const last = useLastTurns(threadId)?.[0];
  if (!last) return null;
  return (
    <Part title={`Why, in turn ${last.no}`}>
      <Reasoning turnId={last.id} />
    </Part>
  );
}

function useLastTurns(threadId: string) {
  return useInfiniteQuery(turnsQuery({ thread: threadId })).data?.pages[0]?.items;
}

function LastTurns({ threadId }: { threadId: string }) {
  const turns = useLastTurns(threadId);
  if (turns === undefined) return null;
  if (turns.length === 0) return <p className="text-muted">Nothing yet.</p>;
  return (
    <ul aria-label="Last turns" className="flex w-full flex-col gap-1.5">
      {turns.slice(0, mostTurns).map((turn) => {
        const { label, tone } = outcomeOf(turn);
        return (
          <li key={turn.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link to="/activity/$turnId" params={{ turnId: turn.id }} className={linkStyle}>
              Turn {turn.no}
            </Link>
            <Badge tone={tone}>{label}</Badge>
            <span className="text-xs text-muted">
              <DateTime value={turn.started_at} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
