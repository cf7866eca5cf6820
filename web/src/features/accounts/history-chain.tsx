import { clsx } from "clsx";
import { Check, CircleDot, X } from "lucide-react";
import { useState } from "react";
import type { Account } from "@/api/types";
import { Button } from "@/components/ui/button";
import { formatDateTime, plural } from "@/lib/format";
import { ChangeList } from "./change-list";
import { FileLink } from "./file-link";
import { evidencePath, type ShownEntry, shownHistory } from "./history.logic";
import type { Opened } from "./opened";

interface HistoryChainProps {
  detail: Pick<Account, "history" | "verified">;
  onOpen: (opened: Opened) => void;
}

const pace = 50;

/** How an account came to be what it is, the newest first. Each entry is checked against the one before. */
export function HistoryChain({ detail, onOpen }: HistoryChainProps) {
  const [most, setMost] = useState(pace);
  const shown = shownHistory(detail);
  const { break: broken } = detail.verified;
  if (shown.length === 0 && !broken) return <p className="text-muted">Nothing had happened yet.</p>;
  return (
    <>
      <ol aria-label="History" className="flex flex-col">
        {shown.slice(0, most).map((item) => (
          <EntryRow key={item.entry.id} {...{ item, onOpen }} what={broken?.what} />
        ))}
      </ol>
      {shown.length > most && (
        <Button className="self-start" onClick={() => setMost(most + pace)}>
          Show {plural(Math.min(shown.length - most, pace), "older entry", "older entries")}
        </Button>
      )}
    </>
  );
}

interface EntryRowProps {
  item: ShownEntry;
  what: string | undefined;
  onOpen: HistoryChainProps["onOpen"];
}

function EntryRow({ item: { entry, proof }, what, onOpen }: EntryRowProps) {
  const path = evidencePath(entry.evidence);
  return (
    <li
      id={anchor(entry.id)}
      className="group relative flex scroll-mt-4 gap-3 rounded-md pb-5 target:bg-accent-soft last:pb-0"
    >
      <span aria-hidden className="absolute top-8 bottom-1 left-[0.9375rem] w-px bg-line group-last:hidden" />
      <ProofMark proof={proof} />
      <div className="flex min-w-0 flex-1 flex-col gap-2 pt-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <time dateTime={entry.at} className="font-medium">
            {formatDateTime(entry.at)}
          </time>
          <code className="font-mono text-xs text-muted" title={entry.hash}>
            {entry.hash.slice(0, 8)}
          </code>
        </p>
        {proof === "broken" && <p className="font-medium text-danger">The chain breaks here: {what}</p>}
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {entry.prose}
        </p>
        <ChangeList changes={entry.changes} />
        <p className="flex flex-wrap gap-x-3 text-[0.8125rem] text-muted">
          {entry.evidence !== "" && (
            <span className="[overflow-wrap:anywhere]">
              Evidence: {path ? <FileLink path={path} onOpen={onOpen} /> : entry.evidence}
            </span>
          )}
          {entry.previous ? (
            <a
              href={`#${anchor(entry.previous)}`}
              className="rounded-sm font-medium text-accent-text hover:underline"
            >
              Previous entry
            </a>
          ) : (
            <span>The first entry</span>
          )}
        </p>
      </div>
    </li>
  );
}

const marks = {
  verified: { icon: Check, label: "Verified", style: "border-line text-accent-text" },
  broken: { icon: X, label: "Broken", style: "border-danger bg-danger-soft text-danger" },
  unknown: { icon: CircleDot, label: "Not verified", style: "border-line text-muted" },
} as const;

function ProofMark({ proof }: { proof: ShownEntry["proof"] }) {
  const { icon: Icon, label, style } = marks[proof];
  return (
    <span
      title={label}
      className={clsx(
        "flex size-8 shrink-0 items-center justify-center rounded-full border bg-raised",
        style,
      )}
    >
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{label}</span>
    </span>
  );
}

function anchor(id: string): string {
  return `entry-${id.replaceAll(/[^\w-]/g, "-")}`;
}
