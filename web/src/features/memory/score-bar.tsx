import type { Hit } from "@/api/types";
import { Disclosure } from "@/components/disclosure";
import { formatShare } from "@/lib/format";
import { barOf, reasonsFor } from "./search.logic";

/** How good a hit is beside the best, how much of that is meaning and how much words, and the rest for those who ask. */
export function ScoreBar({ hit, best }: { hit: Hit; best: number }) {
  const { meaning, words } = barOf(hit, best);
  return (
    <div className="flex items-start gap-3">
      <svg aria-hidden="true" width="64" height="6" className="mt-1.75 shrink-0">
        <rect width="64" height="6" rx="3" className="fill-hover" />
        <rect width={64 * (meaning + words)} height="6" rx="3" className="fill-warning-text" />
        <rect width={64 * meaning} height="6" rx="3" className="fill-accent" />
      </svg>
      <Disclosure summary="Why it was found">
        <dl className="grid grid-cols-[max-content_max-content] gap-x-4 gap-y-0.5 text-[0.8125rem] text-muted">
          {reasonsFor(hit.why).map(({ label, share }) => (
            <div key={label} className="contents">
              <dt>
                <Key label={label} />
                {label}
              </dt>
              <dd className="text-right tabular-nums">{formatShare(share)}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </div>
  );
}

/** The colour that a reason has in the bar, for the two that are in it. */
function Key({ label }: { label: string }) {
  const fill = { "Close in meaning": "fill-accent", "Has the words": "fill-warning-text" }[label];
  return (
    <svg aria-hidden="true" width="8" height="8" className="mr-2 inline">
      <circle cx="4" cy="4" r="4" className={fill ?? "fill-hover"} />
    </svg>
  );
}
