import { Link } from "@tanstack/react-router";
import { FileText, FolderTree, type LucideIcon, MessagesSquare, NotebookPen, ScrollText } from "lucide-react";
import type { Hit } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { Folded } from "@/components/folded";
import { passageAddress } from "@/components/passage-address";
import { TrustBadge } from "@/components/trust-badge";
import { segments } from "@/lib/highlight";
import { ForgetButton } from "./forget-button";
import { ScoreBar } from "./score-bar";
import { TagList } from "./tag-list";

const icons: Record<Hit["source"]["kind"], LucideIcon> = {
  thread: MessagesSquare,
  document: FileText,
  file: FolderTree,
  note: NotebookPen,
  summary: ScrollText,
};

interface HitListProps {
  label: string;
  hits: readonly Hit[];
  forgettable?: boolean;
}

/** What was found, the best first: where it came from, what it says and why it is here. */
export function HitList({ label, hits, forgettable = false }: HitListProps) {
  const best = Math.max(...hits.map((hit) => hit.score));
  return (
    <ol aria-label={label} className="flex flex-col gap-3">
      {hits.map((hit) => (
        <HitRow key={hit.passage.id} {...{ hit, best, forgettable }} />
      ))}
    </ol>
  );
}

function HitRow({ hit, best, forgettable }: { hit: Hit; best: number; forgettable: boolean }) {
  const { passage, source } = hit;
  const Icon = icons[source.kind];
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line bg-raised px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] text-muted">
        <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
        <HitSource hit={hit} />
        {passage.speaker && passage.speaker !== source.label && <span>· {passage.speaker}</span>}
        <span>
          · <DateTime value={passage.occurred_at} />
        </span>
        <TrustBadge integrity={passage.integrity} />
      </div>
      <Folded text={passage.text}>
        {segments(passage.text, hit.highlights).map(({ text, marked, start }) =>
          marked ? (
            <mark key={start} className="rounded-xs bg-warning-soft text-warning-text">
              {text}
            </mark>
          ) : (
            <span key={start}>{text}</span>
          ),
        )}
      </Folded>
      <TagList tags={passage.tags} />
      <div className="flex items-start justify-between gap-2">
        <ScoreBar {...{ hit, best }} />
        {forgettable && <ForgetButton passage={passage} kind={source.kind} />}
      </div>
    </li>
  );
}

/** The name of where a hit came from, as a link to it where there is a page to go to. */
function HitSource({ hit: { passage, source } }: { hit: Hit }) {
  const style = "min-w-0 font-medium text-accent-text hover:underline [overflow-wrap:anywhere]";
  const address = passageAddress(passage);
  const label = passage.document_id ? `${source.label}, part ${passage.chunk_index + 1}` : source.label;
  if (address) {
    return (
      <Link {...address} className={style}>
        {label}
      </Link>
    );
  }
  return <span className="font-medium text-text">{source.label}</span>;
}
