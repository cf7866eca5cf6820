import type { TurnArtifact, TurnDetail, TurnStep } from "@/api/types";
import { type Cited, readFound } from "@/lib/citation";
import { isObject } from "@/lib/json";

/** One step on the line of a turn's time. */
export interface Span {
  step: TurnStep;
  /** Where it begins and how long it is, as shares of the whole turn. */
  start: number;
  width: number;
  ms: number;
  running: boolean;
}

/** The steps on the line of the turn's time. What runs reaches until now. */
export function spansOf({ turn, steps }: TurnDetail, now: Date): Span[] {
  const begun = time(turn.started_at);
  const rough = steps.map((step) => {
    const running = step.status === "started" && turn.state === "open";
    const from = Math.max(time(step.started_at) - begun, 0);
    const ms = step.latency_ms ?? (running ? Math.max(now.getTime() - begun - from, 0) : 0);
    return { step, from, ms, running };
  });
  const end = turn.ended_at ? time(turn.ended_at) : now.getTime();
  const whole = Math.max(turn.state === "open" || turn.ended_at ? end - begun : 0, 1, ...rough.map(endOf));
  return rough.map(({ step, from, ms, running }) => ({
    step,
    start: from / whole,
    width: ms / whole,
    ms,
    running,
  }));
}

function endOf({ from, ms }: { from: number; ms: number }): number {
  return from + ms;
}

function time(value: string): number {
  return new Date(value).getTime();
}

/** What a turn started from. */
export interface FoundContext {
  blocks: string[];
  memories: Cited[];
  /** Whether an earlier part of the conversation was told as a summary. */
  summary: boolean;
}

/** What came to mind when the turn began, which only admins are shown. */
export function contextOf(artifacts: readonly TurnArtifact[]): FoundContext | null {
  const setup = artifacts.find(({ key }) => key === "setup")?.value;
  const context = isObject(setup) && isObject(setup.context) ? setup.context : null;
  if (context === null) return null;
  const named = list(context.memory).flatMap((block) =>
    isObject(block) && typeof block.name === "string" ? [block.name] : [],
  );
  const recalled = isObject(context.relevant_memories) ? list(context.relevant_memories.items) : [];
  return {
    blocks: [...(isObject(context.human_block) ? ["human"] : []), ...named],
    memories: readFound(recalled.map(String).join("\n")) ?? [],
    summary: isObject(context.previous_context_summary),
  };
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
