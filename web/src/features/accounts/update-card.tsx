import { Link } from "@tanstack/react-router";
import { ArrowRight, Check, X } from "lucide-react";
import type { ReactNode } from "react";
import type { ChangeAnswer } from "@/api/types";
import { Disclosure } from "@/components/disclosure";
import { Badge } from "@/components/ui/badge";
import { buttonStyle } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { ChangeList } from "./change-list";
import { FileLink } from "./file-link";
import type { Opened } from "./opened";

/** The proof of a change: what it was, what it is, where that is written, and its place in the history. */
export function UpdateCard({ update, onOpen }: { update: ChangeAnswer; onOpen: (opened: Opened) => void }) {
  return (
    <Section title={update.account_name} description={update.message}>
      {update.created && (
        <p>
          <Badge tone="accent">New account</Badge>
        </p>
      )}
      <ChangeList changes={update.changes} />
      <ul aria-label="Proof" className="flex flex-col gap-1 border-t border-line pt-3">
        {update.files_modified.map((path) => (
          <Proof key={path} done>
            <FileLink path={path} onOpen={onOpen} /> <span className="text-muted">written</span>
          </Proof>
        ))}
        <Proof done={update.index_updated}>
          {update.index_updated ? "Index updated" : "The index was not updated"}
        </Proof>
      </ul>
      <HistoryStep update={update} />
      <Disclosure summary="New description">
        <p className="[overflow-wrap:anywhere]">{update.new_description}</p>
      </Disclosure>
      <div>
        <Link to="/accounts/$accountId" params={{ accountId: update.account_id }} className={buttonStyle()}>
          See the timeline
        </Link>
      </div>
    </Section>
  );
}

function Proof({ done, children }: { done: boolean; children: ReactNode }) {
  const Icon = done ? Check : X;
  return (
    <li className="flex items-center gap-2">
      <Icon
        aria-hidden
        className={done ? "size-4 shrink-0 text-accent-text" : "size-4 shrink-0 text-danger"}
      />
      <span className="min-w-0">{children}</span>
    </li>
  );
}

function HistoryStep({ update }: { update: ChangeAnswer }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
      History entry
      <code className="font-mono text-xs">{update.previous_history_entry ?? "the beginning"}</code>
      <ArrowRight aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">then</span>
      <code className="font-mono text-xs text-text">{update.history_entry_id}</code>
    </p>
  );
}
