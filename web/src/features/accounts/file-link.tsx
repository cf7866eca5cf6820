import type { Opened } from "./preview.logic";

interface FileLinkProps {
  path: string;
  lines?: Opened["lines"];
  onOpen: (opened: Opened) => void;
}

/** A file by its path, and by line if one is meant. It opens in the preview. */
export function FileLink({ path, lines, onOpen }: FileLinkProps) {
  return (
    <button
      type="button"
      onClick={() => onOpen(lines ? { path, lines } : { path })}
      className="cursor-pointer rounded-sm text-left font-mono text-xs [overflow-wrap:anywhere] text-accent-text hover:underline"
    >
      {path}
      {lines && <LineNumbers lines={lines} />}
    </button>
  );
}

function LineNumbers({ lines: [from, to] }: { lines: NonNullable<Opened["lines"]> }) {
  return (
    <>
      <span aria-hidden>{from === to ? `:${from}` : `:${from}–${to}`}</span>
      <span className="sr-only">{from === to ? `, line ${from}` : `, lines ${from} to ${to}`}</span>
    </>
  );
}
