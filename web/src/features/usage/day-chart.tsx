import type { Names } from "@/api/names";
import { BarChart } from "@/components/charts/bar-chart";
import { formatCompact, formatCount, formatDay, formatMicros, formatShortDay } from "@/lib/format";
import { isInSight, limitOf } from "./limit.logic";
import type { SpentDay } from "./usage.logic";
import type { Measure, UsageSearch } from "./usage-search.logic";

interface DayChartProps {
  days: readonly SpentDay[];
  show: Measure;
  search: UsageSearch;
  names: Names;
}

export function DayChart({ days, show, search, names }: DayChartProps) {
  const limit = limitOf(search.of, show, names);
  const most = Math.max(...days.map((day) => day[show]));
  const format = show === "cost" ? formatMicros : formatCompact;
  const bars = days.map((day) => ({
    key: day.day,
    short: formatShortDay(day.day),
    title: formatDay(day.day),
    value: day[show],
    detail: show === "cost" ? `${formatCount(day.tokens)} tokens` : formatMicros(day.cost),
  }));
  const words = limit !== undefined && limitWords(limit, show);
  return (
    <div className="flex flex-col gap-3 pt-2">
      <BarChart
        label={show === "cost" ? "Cost by day" : "Tokens by day"}
        {...{ bars, format }}
        limit={limit !== undefined && isInSight(limit, most) ? limit : undefined}
      />
      {words && (
        <p className="flex items-center gap-2 text-[0.8125rem] text-muted">
          <svg aria-hidden="true" width="20" height="2" className="shrink-0">
            <line x2="20" y1="1" y2="1" className="stroke-warning-text stroke-[1.5] [stroke-dasharray:4_3]" />
          </svg>
          {words}
          {limit !== undefined && !isInSight(limit, most) && ", far above these days"}
        </p>
      )}
    </div>
  );
}

function limitWords(limit: number, show: Measure): string {
  return `The limit is ${show === "cost" ? formatMicros(limit) : `${formatCount(limit)} tokens`} a day`;
}
