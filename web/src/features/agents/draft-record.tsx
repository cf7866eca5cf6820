import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { agentDraftsQuery, draftStatisticsQuery } from "@/api/agent-drafts";
import type { Agent, DraftCounts } from "@/api/types";
import { Fact, Facts } from "@/components/facts";
import { InlineError } from "@/components/inline-error";
import { Section } from "@/components/ui/section";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount, formatShare, plural } from "@/lib/format";
import { DraftChart } from "./draft-chart";
import { DraftList } from "./draft-list";
import { decidedOf, formatSpan, unchangedShare } from "./drafts.logic";

const windows = [
  { value: "month", label: "30 days" },
  { value: "all", label: "All time" },
] as const;

const days = { month: 30, all: undefined };

/** What people made of what the agent drafted. */
export function DraftRecord({ agent }: { agent: Agent }) {
  const drafts = useInfiniteQuery(agentDraftsQuery(agent.id));
  const first = drafts.data?.pages[0];
  return (
    <Section
      title="What became of its drafts"
      description="How often somebody sent what the agent drafted just as it was. It tells how far you could let it send by itself."
    >
      {drafts.isError && first === undefined && (
        <InlineError error={drafts.error} onRetry={() => void drafts.refetch()} />
      )}
      {drafts.isPending && <Skeleton className="h-24 rounded-lg" />}
      {first?.items.length === 0 && (
        <p className="text-muted">
          It has not drafted anything yet. Drafts are counted here once it answers a line in the mode
          “Suggest”.
        </p>
      )}
      {first !== undefined && first.items.length > 0 && (
        <>
          <Statistics agentId={agent.id} />
          <DraftList list={drafts} drafts={drafts.data?.pages.flatMap((page) => page.items) ?? []} />
        </>
      )}
    </Section>
  );
}

function Statistics({ agentId }: { agentId: string }) {
  const [over, setOver] = useState<keyof typeof days>("month");
  const statistics = useQuery(draftStatisticsQuery(agentId, days[over]));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex">
        <Segmented label="Over which time" value={over} choices={windows} onChange={setOver} />
      </div>
      {statistics.isError && (
        <InlineError error={statistics.error} onRetry={() => void statistics.refetch()} />
      )}
      {statistics.isPending && <Skeleton className="h-24 rounded-lg" />}
      {statistics.data?.total.offered === 0 && (
        <p className="text-muted">Nothing was drafted in the last 30 days.</p>
      )}
      {statistics.data !== undefined && statistics.data.total.offered > 0 && (
        <>
          <Figures counts={statistics.data.total} />
          <DraftChart statistics={statistics.data} />
        </>
      )}
    </div>
  );
}

function Figures({ counts }: { counts: DraftCounts }) {
  const share = unchangedShare(counts);
  const decided = decidedOf(counts);
  const sent = counts.unchanged + counts.edited;
  return (
    <Facts>
      <Fact label="Went out unchanged">
        {share === null ? (
          "Nobody has decided yet"
        ) : (
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-2xl font-semibold tracking-tight tabular-nums">{formatShare(share)}</span>
            <span className="font-normal text-muted">
              {formatCount(counts.unchanged)} of {formatCount(decided)} decided on
            </span>
          </span>
        )}
      </Fact>
      <Fact label="Drafted">{plural(counts.offered, "time")}</Fact>
      <Fact label="They wrote back">
        {sent === 0 ? "Nothing was sent" : `${formatCount(counts.answered)} of ${formatCount(sent)} sent`}
      </Fact>
      <Fact label="Usual time to decide">
        {counts.median_seconds == null ? "–" : formatSpan(counts.median_seconds)}
      </Fact>
    </Facts>
  );
}
