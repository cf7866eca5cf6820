import { clsx } from "clsx";
import type { TurnDetail } from "@/api/types";
import { Section } from "@/components/ui/section";
import { formatCount, formatDuration, formatMicros } from "@/lib/format";
import { useNow } from "@/lib/use-now";
import { kindOf } from "./step-kind";
import { type Span, spansOf } from "./timeline.logic";

/** The turn as a line of time: what it did when, for how long, and what that took. It grows while the turn runs. */
export function Timeline({ detail }: { detail: TurnDetail }) {
  const now = useNow(detail.turn.state === "open");
  const spans = spansOf(detail, now);
  if (spans.length === 0) return null;
  return (
    <Section title="Timeline">
      <table className="w-full text-[0.8125rem] tabular-nums">
        <thead className="text-muted">
          <tr className="*:pb-1 *:font-medium">
            <th scope="col" className="text-left">
              Step
            </th>
            <th scope="col" className="max-sm:hidden">
              <span className="sr-only">When</span>
            </th>
            <th scope="col" className="text-right">
              Time
            </th>
            <th scope="col" className="text-right">
              Tokens
            </th>
            <th scope="col" className="text-right">
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {spans.map((span) => (
            <SpanRow key={span.step.no} span={span} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function SpanRow({ span }: { span: Span }) {
  const { step, ms, running } = span;
  const { icon: Icon, title } = kindOf(step);
  const tokens = step.input_tokens + step.output_tokens;
  return (
    <tr className="border-t border-line *:py-1.5">
      <th scope="row" className="text-left font-medium sm:w-48">
        <a href={`#step-${step.no}`} className="inline-flex items-center gap-2 rounded-sm hover:underline">
          <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
          {step.no}. {title}
        </a>
        <SpanBar span={span} className="mt-1 sm:hidden" />
      </th>
      <td className="px-3 max-sm:hidden">
        <SpanBar span={span} className="block" />
      </td>
      <td className="w-20 text-right whitespace-nowrap">
        {formatDuration(ms)}
        {running && <span className="sr-only"> until now</span>}
      </td>
      <td className="w-20 text-right">{tokens > 0 && formatCount(tokens)}</td>
      <td className="w-16 text-right text-muted">{step.cost_micros > 0 && formatMicros(step.cost_micros)}</td>
    </tr>
  );
}

/** Decoration beside the figures, which say the same. */
function SpanBar({ span: { step, start, width, running }, className }: { span: Span; className: string }) {
  // What took next to no time can be seen all the same.
  const least = 0.006;
  return (
    <svg aria-hidden="true" width="100%" height="10" className={className}>
      <rect y="4.5" width="100%" height="1" className="fill-line" />
      <rect
        x={`${Math.min(start, 1 - least) * 100}%`}
        width={`${Math.max(width, least) * 100}%`}
        height="10"
        rx="2"
        className={clsx(
          step.error ? "fill-danger" : step.kind === "tools" ? "fill-warning-text" : "fill-accent",
          running && "animate-pulse",
        )}
      />
    </svg>
  );
}
