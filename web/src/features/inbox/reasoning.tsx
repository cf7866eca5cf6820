import { useQuery } from "@tanstack/react-query";
import { turnQuery } from "@/api/turns";
import type { TurnDetail } from "@/api/types";
import { Folded } from "@/components/folded";
import { toolLabel } from "@/lib/tools";
import { type CallResult, readAnswer, readReports, refusedCalls } from "@/lib/turn.logic";

const endings = { done: "", failed: " (failed)", waiting: " (asked a person)" } as const;

/** Why the agent did what it did in a turn: what it thought, and what it looked up or did on the way. */
export function Reasoning({ turnId }: { turnId: string }) {
  const { data: detail } = useQuery(turnQuery(turnId));
  if (!detail) return null;
  const thoughts = thoughtsOf(detail);
  const calls = [
    ...detail.steps.flatMap((step) => readReports(step, detail.artifacts)),
    ...refusedCalls(detail),
  ];
  if (thoughts.length === 0 && calls.length === 0) {
    return <p className="text-muted">It answered at once, and its model told no reasons.</p>;
  }
  return (
    <div className="flex w-full flex-col gap-2">
      {thoughts.map((thought, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was thought in a turn never changes its place.
        <blockquote key={index} className="border-line border-l-2 pl-3 text-muted">
          <Folded text={thought} />
        </blockquote>
      ))}
      {calls.length > 0 && (
        <ol aria-label="What it called" className="flex flex-col gap-1.5">
          {calls.map((call) => (
            <Called key={call.id} call={call} />
          ))}
        </ol>
      )}
    </div>
  );
}

function Called({ call }: { call: CallResult }) {
  return (
    <li className="min-w-0 rounded-md bg-sunken px-3 py-2">
      <p className="text-xs font-medium">
        {toolLabel(call.tool)}
        {endings[call.outcome]}
      </p>
      {call.text && <Folded text={call.text} />}
    </li>
  );
}

function thoughtsOf(detail: TurnDetail): string[] {
  return detail.steps.flatMap((step) => {
    const thinking = step.kind === "model" && step.result ? readAnswer(step.result).thinking.trim() : "";
    return thinking ? [thinking] : [];
  });
}
