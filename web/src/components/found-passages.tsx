import { Link } from "@tanstack/react-router";
import { Folded } from "@/components/folded";
import type { Cited } from "@/lib/citation";
import { longestNear } from "@/lib/citation";
import { formatDay } from "@/lib/format";

interface FoundPassagesProps {
  found: readonly Cited[];
  /** Whose memory it was found in, beside the reader's own and the team's. */
  scope?: string | undefined;
}

const words: Record<string, string> = {
  message: "Message",
  archival: "Note",
  document: "Document",
  summary: "Summary",
};

/** What a model was shown of memory, each as a link to where it came from. */
export function FoundPassages({ found, scope }: FoundPassagesProps) {
  return (
    <ol className="flex flex-col divide-y divide-line rounded-md border border-line">
      {found.map(({ id, day, source, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was found keeps its place, and may be there twice.
        <li key={index} className="flex min-w-0 flex-col gap-0.5 px-3 py-2">
          <Link
            to="/memory/cited/$passageId"
            params={{ passageId: id }}
            search={{ near: text.slice(0, longestNear), day, source, ...(scope && { scope }) }}
            className="self-start rounded-sm text-xs font-medium text-accent-text hover:underline"
          >
            {words[source] ?? source} of {formatDay(day)}
          </Link>
          <Folded text={text} />
        </li>
      ))}
    </ol>
  );
}
