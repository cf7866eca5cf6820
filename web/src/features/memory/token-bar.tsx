import type { ThreadContext } from "@/api/types";
import { formatCount } from "@/lib/format";

const parts = [
  { part: "instructions", label: "Instructions", fill: "fill-muted" },
  { part: "tools", label: "Tools", fill: "fill-muted/50" },
  { part: "files", label: "Team files", fill: "fill-accent-text/60" },
  { part: "blocks", label: "Blocks", fill: "fill-accent" },
  { part: "summary", label: "Summary", fill: "fill-accent/50" },
  { part: "recent", label: "Recent messages", fill: "fill-warning-text" },
  { part: "memories", label: "Memories", fill: "fill-warning-text/50" },
] as const;

/** What the tokens of a prompt go to, and what is left. */
export function TokenBar({ tokens }: { tokens: ThreadContext["tokens"] }) {
  const used = parts.reduce((sum, { part }) => sum + tokens[part], 0);
  const whole = Math.max(tokens.budget, used, 1);
  let start = 0;
  const bars = parts.map(({ part, label, fill }) => {
    const x = start;
    start += tokens[part] / whole;
    return { part, label, fill, x, width: tokens[part] / whole };
  });
  const rows = [
    ...bars.map(({ part, label, fill }) => ({ label, fill, count: tokens[part] })),
    { label: "Free", fill: "fill-selected", count: Math.max(tokens.budget - used, 0) },
  ];
  return (
    <div className="flex flex-col gap-3">
      <svg aria-hidden="true" width="100%" height="12" className="rounded-full">
        <rect width="100%" height="12" className="fill-selected" />
        {bars.map(({ part, fill, x, width }) => (
          <rect key={part} x={`${x * 100}%`} width={`${width * 100}%`} height="12" className={fill} />
        ))}
      </svg>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1 text-[0.8125rem] sm:grid-cols-3">
        {rows.map(({ label, fill, count }) => (
          <div key={label} className="flex items-center gap-2">
            <svg aria-hidden="true" width="8" height="8" className="shrink-0">
              <circle cx="4" cy="4" r="4" className={fill} />
            </svg>
            <dt className="text-muted">{label}</dt>
            <dd className="ml-auto tabular-nums">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-[0.8125rem] text-muted tabular-nums">
        {formatCount(used)} of {formatCount(tokens.budget)} tokens.
      </p>
    </div>
  );
}
