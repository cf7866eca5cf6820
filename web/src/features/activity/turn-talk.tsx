import { clsx } from "clsx";
import type { TurnDetail } from "@/api/types";
import { Said } from "@/components/said";
import { saidBy } from "@/lib/said";
import { spoken } from "@/lib/turn.logic";

/** What was said, to the agent and by it. */
export function TurnTalk({ detail, agent }: { detail: TurnDetail; agent: string }) {
  const lines = spoken(detail.artifacts);
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="said" className="flex flex-col gap-3">
      <h2 id="said" className="text-[0.9375rem] font-semibold tracking-tight">
        What was said
      </h2>
      <ol className="flex flex-col gap-2">
        {lines.map(({ who, text, from }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: what was said in a turn never changes its place.
            key={index}
            className={clsx(
              "flex max-w-[85%] min-w-0 flex-col gap-0.5 rounded-xl px-3.5 py-2",
              who === "user" ? "self-start bg-hover" : "self-end bg-accent-soft",
            )}
          >
            <span className="text-xs font-medium text-muted">{who === "user" ? saidBy(from) : agent}</span>
            <Said {...{ who, text, from }} />
          </li>
        ))}
      </ol>
    </section>
  );
}
