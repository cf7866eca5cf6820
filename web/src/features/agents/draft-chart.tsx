import type { DraftCounts, DraftStatistics } from "@/api/types";
import { formatCount, formatShare } from "@/lib/format";
import {
  byNumber,
  decidedOf,
  inWords,
  kindWord,
  outcomes,
  outcomeWords,
  partsOf,
  unchangedShare,
} from "./drafts.logic";

/** A bar for each kind of message, made of what became of its drafts, and the figures it stands for. */
export function DraftChart({ statistics }: { statistics: DraftStatistics }) {
  const rows = byNumber(statistics);
  const most = Math.max(...rows.map(({ counts }) => counts.offered));
  return (
    <div className="flex flex-col gap-3">
      <Legend counts={statistics.total} />
      <table className="w-full text-[0.8125rem] tabular-nums">
        <caption className="sr-only">Drafts by the kind of message that they answered</caption>
        <thead className="text-muted">
          <tr className="*:pb-1 *:font-medium">
            <th scope="col" className="text-left">
              Kind of message
            </th>
            <th scope="col" className="text-left max-sm:hidden">
              <span className="sr-only">What became of them</span>
            </th>
            <th scope="col" className="text-right">
              Unchanged
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, counts }) => (
            <tr key={kind} className="border-t border-line *:py-2 *:align-top">
              <th scope="row" className="pr-3 text-left font-medium sm:w-40">
                {kindWord(kind)}
                <Bar counts={counts} most={most} className="my-1 block sm:hidden" />
                <span className="block font-normal text-muted sm:hidden">{inWords(counts)}</span>
              </th>
              <td className="pr-3 max-sm:hidden">
                <Bar counts={counts} most={most} className="my-1 block" />
                <span className="text-muted">{inWords(counts)}</span>
              </td>
              <td className="w-24 text-right">
                <Share counts={counts} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Share({ counts }: { counts: DraftCounts }) {
  const share = unchangedShare(counts);
  if (share === null) return <span className="text-muted">Not decided</span>;
  return (
    <>
      <span className="block font-medium">{formatShare(share)}</span>
      <span className="text-muted">
        {formatCount(counts.unchanged)} of {formatCount(decidedOf(counts))}
      </span>
    </>
  );
}

/** Decoration beside words that say the same. */
function Bar({ counts, most, className }: { counts: DraftCounts; most: number; className: string }) {
  return (
    <svg aria-hidden="true" className={className} width="100%" height="10">
      <rect width="100%" height="10" rx="2" className="fill-hover" />
      {partsOf(counts, most).map(({ outcome, start, length }) => (
        <rect
          key={outcome}
          x={`${start * 100}%`}
          width={`${length * 100}%`}
          height="10"
          className={outcomeWords[outcome].fill}
        />
      ))}
    </svg>
  );
}

/** Only what is there needs a colour explained. */
function Legend({ counts }: { counts: DraftCounts }) {
  return (
    <ul aria-label="What the colours mean" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {outcomes
        .filter((outcome) => counts[outcome] > 0)
        .map((outcome) => (
          <li key={outcome} className="flex items-center gap-1.5">
            <svg aria-hidden="true" width="10" height="10">
              <rect width="10" height="10" rx="2" className={outcomeWords[outcome].fill} />
            </svg>
            {outcomeWords[outcome].label}
          </li>
        ))}
    </ul>
  );
}
