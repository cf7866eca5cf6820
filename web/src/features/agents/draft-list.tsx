import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ComponentProps, useId } from "react";
import { namesQuery } from "@/api/names";
import type { AgentDraft } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { DiffView } from "@/components/diff-view";
import { Folded } from "@/components/folded";
import { LoadMore } from "@/components/load-more";
import { Badge } from "@/components/ui/badge";
import { afterwards, kindWord, outcomeWords, textsOf } from "./drafts.logic";

interface DraftListProps {
  drafts: readonly AgentDraft[];
  list: ComponentProps<typeof LoadMore>;
}

/** The last drafts, each with what people made of it. */
export function DraftList({ drafts, list }: DraftListProps) {
  const title = useId();
  return (
    <div className="flex flex-col gap-3">
      <h3 id={title} className="font-semibold">
        Last drafts
      </h3>
      <ul aria-labelledby={title} className="flex flex-col divide-y divide-line border-y border-line">
        {drafts.map((draft) => (
          <DraftRow key={draft.suggestion.id} draft={draft} />
        ))}
      </ul>
      <LoadMore {...list} />
    </div>
  );
}

function DraftRow({ draft }: { draft: AgentDraft }) {
  const { suggestion, outcome } = draft;
  const names = useQuery(namesQuery).data;
  const { label, tone } = outcomeWords[outcome];
  const decider = suggestion.decided_by ? names?.anything(suggestion.decided_by) : undefined;
  const words = afterwards(draft);
  return (
    <li className="flex min-w-0 flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to="/inbox/$threadId"
          params={{ threadId: suggestion.thread_id }}
          className="rounded-sm font-medium text-accent-text [overflow-wrap:anywhere] hover:underline"
        >
          {names?.contact(suggestion.contact_id) ?? "A contact"}
        </Link>
        <Badge tone={tone}>{label}</Badge>
        <span className="text-[0.8125rem] text-muted">
          {kindWord(suggestion.kind)} · <DateTime value={suggestion.created_at} />
          {decider && ` · by ${decider}`}
        </span>
      </div>
      <Texts draft={draft} />
      {(words || draft.answered_at) && (
        <p className="text-[0.8125rem] text-muted">
          {words}
          {words && draft.answered_at && " · "}
          {draft.answered_at && (
            <>
              They wrote back <DateTime value={draft.answered_at} />
            </>
          )}
        </p>
      )}
    </li>
  );
}

function Texts({ draft }: { draft: AgentDraft }) {
  const texts = textsOf(draft);
  if (texts === null) return <p className="text-muted">What was drafted was forgotten.</p>;
  if (draft.outcome === "edited") {
    return <DiffView label="What was changed" before={texts.drafted} after={texts.sent} />;
  }
  return (
    <blockquote className="rounded-md bg-sunken px-3 py-2">
      <Folded text={texts.sent} />
    </blockquote>
  );
}
