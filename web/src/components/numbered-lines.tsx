import { clsx } from "clsx";
import type { Excerpt } from "@/lib/excerpt";
import { formatCount } from "@/lib/format";

/** Lines of a file with their numbers. The cited ones are marked. */
export function NumberedLines({ excerpt: { lines } }: { excerpt: Excerpt }) {
  return (
    <ol className="py-1.5 font-mono text-xs leading-relaxed">
      {lines.map(({ no, text, cited }) => (
        <li
          key={no}
          value={no}
          aria-current={cited ? "true" : undefined}
          className={clsx("flex gap-3 px-2", cited && "bg-accent-soft")}
        >
          <span aria-hidden className="w-8 shrink-0 text-right text-muted select-none tabular-nums">
            {no}
          </span>
          {cited ? (
            <mark
              dir="auto"
              className="min-w-0 flex-1 bg-transparent whitespace-pre-wrap [overflow-wrap:anywhere] text-accent-text"
            >
              {text}
            </mark>
          ) : (
            <span dir="auto" className="min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
              {text}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Which lines are shown, where they are not all. */
export function CutNote({ excerpt: { lines, total } }: { excerpt: Excerpt }) {
  if (lines.length === total) return null;
  return (
    <>
      Lines {formatCount(lines[0]?.no ?? 0)} to {formatCount(lines.at(-1)?.no ?? 0)} of {formatCount(total)}.
    </>
  );
}
