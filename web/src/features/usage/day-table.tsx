import { Disclosure } from "@/components/disclosure";
import { formatCount, formatDay, formatMicros } from "@/lib/format";
import type { SpentDay } from "./usage.logic";

/** The chart's figures for those who want to read them, the newest day first. */
export function DayTable({ days }: { days: readonly SpentDay[] }) {
  return (
    <Disclosure summary="The same in figures">
      <table className="w-full max-w-md text-[0.8125rem] tabular-nums">
        <caption className="sr-only">Cost and tokens by day</caption>
        <thead className="text-left text-muted">
          <tr>
            <th scope="col" className="py-1 font-medium">
              Day
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Cost
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Tokens
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, cost, tokens }) => (
            <tr key={day} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-normal">
                {formatDay(day)}
              </th>
              <td className="py-1 text-right">{formatMicros(cost)}</td>
              <td className="py-1 text-right">{formatCount(tokens)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Disclosure>
  );
}
