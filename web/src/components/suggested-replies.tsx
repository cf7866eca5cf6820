import { clsx } from "clsx";
import { useId } from "react";
import type { Suggestion } from "@/api/types";
import { formatShare } from "@/lib/format";

interface SuggestedRepliesProps {
  options: NonNullable<Suggestion["options"]>;
  picked: number;
  onPick: (place: number) => void;
}

/** What an agent would answer, the reply it thinks best first; one of them is picked. */
export function SuggestedReplies({ options, picked, onPick }: SuggestedRepliesProps) {
  const group = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">Drafts of the agent</legend>
      {options.map((option, place) => (
        <label
          key={option.body}
          className={clsx(
            "flex cursor-pointer gap-3 rounded-md border px-3 py-2",
            place === picked ? "border-accent bg-sunken" : "border-line hover:bg-sunken",
          )}
        >
          <input
            type="radio"
            name={group}
            checked={place === picked}
            onChange={() => onPick(place)}
            className="mt-0.5 size-4 shrink-0 self-start accent-accent"
          />
          <span className="min-w-0">
            <span dir="auto" className="block break-words whitespace-pre-wrap">
              {option.body}
            </span>
            {option.confidence != null && (
              <span className="text-[0.8125rem] text-muted">
                The agent is {formatShare(option.confidence)} sure of it.
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
