import type { Opened } from "./opened";

/** A file by its path. It opens in the preview. */
export function FileLink({ path, onOpen }: { path: string; onOpen: (opened: Opened) => void }) {
  return (
    <button
      type="button"
      onClick={() => onOpen({ path })}
      className="cursor-pointer rounded-sm text-left font-mono text-xs [overflow-wrap:anywhere] text-accent-text hover:underline"
    >
      {path}
    </button>
  );
}
