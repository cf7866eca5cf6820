import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { namesQuery } from "@/api/names";
import { usageQuery } from "@/api/usage";
import { EmptyState } from "@/components/empty-state";
import { Fact, Facts } from "@/components/facts";
import { InlineError } from "@/components/inline-error";
import { Section } from "@/components/ui/section";
import { formatCount, formatDay, formatMicros } from "@/lib/format";
import { DayChart } from "./day-chart";
import { DayTable } from "./day-table";
import { SpenderTable } from "./spender-table";
import { overviewOf, type UsageOverview } from "./usage.logic";
import { UsageFilters } from "./usage-filters";
import type { Measure, UsageSearch } from "./usage-search.logic";
import { UsageSkeleton } from "./usage-skeleton";

interface UsageViewProps {
  search: UsageSearch;
  /** The days that are looked at, oldest first. */
  days: readonly string[];
  onChange: (search: UsageSearch) => void;
}

/** What was spent: as figures, by day, by agent and by contact. */
export function UsageView({ search, days, onChange }: UsageViewProps) {
  const names = useSuspenseQuery(namesQuery).data;
  const range = { from: days[0] ?? "", to: days.at(-1) ?? "" };
  const { data, error, refetch } = useQuery({ ...usageQuery(range), placeholderData: keepPreviousData });
  if (error) return <InlineError error={error} onRetry={() => void refetch()} />;
  if (!data) return <UsageSkeleton />;
  const overview = overviewOf(data, days, search.of);
  const { agents, contacts, total } = overview;
  // A model without a price costs nothing, and then its tokens say more.
  const show = search.show ?? (agents.some(({ cost }) => cost > 0) || total.cost > 0 ? "cost" : "tokens");
  const shared = { show, search, names };
  return (
    <>
      <UsageFilters {...shared} {...{ agents, contacts, onChange }} />
      {agents.length === 0 && contacts.length === 0 && total.tokens === 0 ? (
        <EmptyState icon={ChartNoAxesColumn} title="Nothing was spent in this time">
          <p>What models cost appears here, by day, by agent and by contact, once agents have run.</p>
        </EmptyState>
      ) : (
        <>
          <Totals overview={overview} show={show} />
          <Section title="By day" description="Days begin at midnight UTC.">
            <DayChart days={overview.days} {...shared} />
            <DayTable days={overview.days} />
          </Section>
          <SpenderTable title="By agent" spenders={agents} {...shared} />
          <SpenderTable title="By contact" spenders={contacts} {...shared} />
        </>
      )}
    </>
  );
}

function Totals({ overview: { total, reserved, days }, show }: { overview: UsageOverview; show: Measure }) {
  const busiest = days.reduce((most, day) => (day[show] > most[show] ? day : most), days[0] ?? noDay);
  return (
    <Facts>
      <Fact label="Cost">{formatMicros(total.cost)}</Fact>
      <Fact label="Tokens">{formatCount(total.tokens)}</Fact>
      <Fact label="Busiest day">{busiest[show] > 0 ? formatDay(busiest.day) : "None"}</Fact>
      <Fact label="Set aside for calls not accounted for yet">
        {formatMicros(reserved.cost)} and {formatCount(reserved.tokens)} tokens
      </Fact>
    </Facts>
  );
}

const noDay = { day: "", cost: 0, tokens: 0 };
