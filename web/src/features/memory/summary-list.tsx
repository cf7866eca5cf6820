import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight, ScrollText } from "lucide-react";
import { useId, useState } from "react";
import { threadSummariesQuery } from "@/api/threads";
import type { Summary } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { EmptyState } from "@/components/empty-state";
import { Folded } from "@/components/folded";
import { LoadMore } from "@/components/load-more";
import { Meter } from "@/components/meter";
import { Button } from "@/components/ui/button";
import { formatCount, formatShare, plural } from "@/lib/format";
import { SummaryItems } from "./summary-items";

/** What a conversation was summed up to, the newest first. */
export function SummaryList({ threadId }: { threadId: string }) {
  const list = useSuspenseInfiniteQuery(threadSummariesQuery(threadId));
  const summaries = list.data.pages.flatMap((page) => page.items);
  return (
    <section aria-labelledby="summaries" className="flex flex-col gap-3">
      <h2 id="summaries" className="text-[0.9375rem] font-semibold tracking-tight">
        Summaries
      </h2>
      {summaries.length === 0 ? (
        <EmptyState icon={ScrollText} title="No summaries yet">
          <p>The conversation is short enough to be told to the model as it is.</p>
        </EmptyState>
      ) : (
        <ol aria-labelledby="summaries" className="flex flex-col gap-3">
          {summaries.map((summary) => (
            <SummaryCard key={summary.id} summary={summary} />
          ))}
        </ol>
      )}
      <LoadMore {...list} />
    </section>
  );
}

function SummaryCard({ summary }: { summary: Summary }) {
  const { from_seq, to_seq, item_count, facts, narrative, fidelity, tokens } = summary;
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">
          Messages {formatCount(from_seq)} to {formatCount(to_seq)}
        </h3>
        <p className="text-[0.8125rem] text-muted">
          {formatCount(tokens)} tokens · <DateTime value={summary.created_at} />
        </p>
      </div>
      {facts.length === 0 ? (
        <p className="text-[0.8125rem] text-muted">There were no facts to keep in these messages.</p>
      ) : (
        <p className="flex items-center gap-2 text-[0.8125rem] text-muted tabular-nums">
          <Meter share={fidelity} className="w-20" />
          {formatShare(fidelity)} of the facts came through
        </p>
      )}
      {facts.length > 0 && (
        <ul aria-label="Facts" className="list-disc pl-5 marker:text-faint">
          {facts.map((fact, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a summary never change, and two may be equal.
            <li key={index} dir="auto" className="[overflow-wrap:anywhere]">
              {fact}
            </li>
          ))}
        </ul>
      )}
      <Folded markdown text={narrative} />
      <Button className="self-start" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <ChevronRight
          aria-hidden
          className={open ? "rotate-90 transition-transform" : "transition-transform"}
        />
        {open ? "Hide" : "Show"} the {plural(item_count, "message")}
      </Button>
      <div id={id} className="empty:hidden">
        {open && <SummaryItems summary={summary} />}
      </div>
    </li>
  );
}
