import { Link } from "@tanstack/react-router";
import { Folded } from "@/components/folded";
import { type Cited, longestNear } from "@/lib/citation";
import { formatDay } from "@/lib/format";

interface FoundPassagesProps {
  found: readonly Cited[];
  /** Whose memory it was found in, beside the reader's own and the team's. */
  scope?: string | undefined;
}

/** What a model was shown of memory, each as a link to where it came from. */
export function FoundPassages({ found, scope }: FoundPassagesProps) {
  return (
    <ol className="flex flex-col divide-y divide-line rounded-md border border-line">
      {found.map((cited, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was found keeps its place, and may be there twice.
        <li key={index} className="flex min-w-0 flex-col gap-0.5 px-3 py-2">
          <Source {...{ cited, scope }} />
          <Folded text={cited.text} />
        </li>
      ))}
    </ol>
  );
}

const words: Record<string, string> = {
  message: "Message",
  archival: "Note",
  document: "Document",
  summary: "Summary",
  workspace: "File",
};

function Source({ cited, scope }: { cited: Cited; scope: string | undefined }) {
  const style = "self-start rounded-sm text-xs font-medium text-accent-text hover:underline";
  if ("thread" in cited) {
    return (
      <Link
        to="/threads/$threadId/messages"
        params={{ threadId: cited.thread }}
        search={{ at: cited.at }}
        className={style}
      >
        Message of {formatDay(cited.day)}
      </Link>
    );
  }
  const { id, day, source, text } = cited;
  return (
    <Link
      to="/memory/cited/$passageId"
      params={{ passageId: id }}
      search={{ near: text.slice(0, longestNear), day, source, ...(scope && { scope }) }}
      className={style}
    >
      {words[source] ?? source} of {formatDay(day)}
    </Link>
  );
}
