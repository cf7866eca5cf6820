import { useState } from "react";
import type { Names } from "@/api/names";
import { Meter } from "@/components/meter";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { formatCount, formatMicros, formatShare } from "@/lib/format";
import { limitOf } from "./limit.logic";
import type { Spender } from "./usage.logic";
import type { Measure } from "./usage-search.logic";
import { WhoLink } from "./who";

interface SpenderTableProps {
  title: string;
  spenders: readonly Spender[];
  show: Measure;
  names: Names;
}

const few = 10;

/** Who spent what: a bar beside each, and the figures it stands for. */
export function SpenderTable({ title, spenders, show, names }: SpenderTableProps) {
  const [all, setAll] = useState(false);
  if (spenders.length === 0) return null;
  const sorted = spenders.toSorted((a, b) => b[show] - a[show]);
  const most = Math.max(1, sorted[0]?.[show] ?? 0);
  return (
    <Section title={title}>
      <table className="w-full text-[0.8125rem] tabular-nums">
        <caption className="sr-only">{title}</caption>
        <thead className="text-muted">
          <tr className="*:pb-1 *:font-medium">
            <th scope="col" className="text-left">
              Who
            </th>
            <th scope="col" className="max-sm:hidden">
              <span className="sr-only">Share</span>
            </th>
            <th scope="col" className="text-right">
              Cost
            </th>
            <th scope="col" className="text-right">
              Tokens
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, all ? undefined : few).map((spender) => (
            <tr key={spender.id} className="border-t border-line *:py-2 *:align-top">
              <th scope="row" className="pr-2 text-left font-medium sm:w-2/5">
                <WhoLink who={spender} names={names} />
                <Budget {...{ spender, show, names }} />
              </th>
              <td className="px-2 max-sm:hidden">
                <Meter share={spender[show] / most} className="mt-1.5 block" />
              </td>
              <td className="w-20 text-right">{formatMicros(spender.cost)}</td>
              <td className="w-24 text-right">{formatCount(spender.tokens)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!all && sorted.length > few && (
        <Button className="self-start" onClick={() => setAll(true)}>
          Show all {formatCount(sorted.length)}
        </Button>
      )}
    </Section>
  );
}

/** How near the busiest day came to the limit, where there is one. */
function Budget({ spender, show, names }: { spender: Spender; show: Measure; names: Names }) {
  const limit = limitOf(`${spender.kind}:${spender.id}`, show, names);
  if (!limit) return null;
  const share = spender.busiest[show] / limit;
  const text = show === "cost" ? formatMicros(limit) : `${formatCount(limit)} tokens`;
  return (
    <span className="flex flex-wrap items-center gap-x-2 font-normal text-muted">
      <Meter share={share} over={share > 1} className="w-16" />
      Busiest day {formatShare(share)} of {text}
    </span>
  );
}
