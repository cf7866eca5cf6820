import { clsx } from "clsx";
import { diffLines, type Piece, withGaps } from "@/lib/diff";
import { plural } from "@/lib/format";

const signs = { same: "", added: "+", removed: "−" } as const;
const spoken = { same: "", added: "Added: ", removed: "Removed: " } as const;

/** How one text became another. */
export function DiffView({ label, before, after }: { label: string; before: string; after: string }) {
  const lines = diffLines(before, after);
  if (lines.every(({ kind }) => kind === "same")) return <p className="text-muted">The text is the same.</p>;
  return (
    <ol
      aria-label={label}
      className="overflow-hidden rounded-md border border-line bg-sunken text-[0.8125rem]"
    >
      {withGaps(lines).map((row, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a comparison have no other name.
          key={index}
          className={clsx(
            "flex gap-2 px-3 py-0.5",
            row.kind === "added" && "bg-accent-soft",
            row.kind === "removed" && "bg-danger-soft",
          )}
        >
          {row.kind === "gap" ? (
            <span className="text-muted">{plural(row.lines, "line")} without a change</span>
          ) : (
            <>
              <span
                aria-hidden
                className={clsx(
                  "w-3 shrink-0 font-mono select-none",
                  row.kind === "removed" ? "text-danger" : "text-accent-text",
                )}
              >
                {signs[row.kind]}
              </span>
              <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
                <span className="sr-only">{spoken[row.kind]}</span>
                <Pieces pieces={row.pieces} />
              </span>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ kind, text }, index) => {
    // The words of a line have no other name than their place.
    const key = `${index} ${text}`;
    if (kind === "added") {
      return (
        <ins key={key} className="rounded-xs bg-accent/20 font-medium no-underline">
          {text}
        </ins>
      );
    }
    if (kind === "removed") {
      return (
        <del key={key} className="rounded-xs bg-danger/20 font-medium no-underline">
          {text}
        </del>
      );
    }
    return <span key={key}>{text}</span>;
  });
}
