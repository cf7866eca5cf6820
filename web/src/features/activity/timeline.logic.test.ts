import { expect, test } from "vitest";
import type { TurnDetail } from "@/api/types";
import { turn, turnDetail } from "@/test/fixtures";
import { contextOf, spansOf } from "./timeline.logic";

const at = (seconds: number) => new Date(Date.parse(turn.started_at) + seconds * 1_000);
const [first, second] = turnDetail.steps;
if (!first || !second) throw new Error("The turn has steps.");

test("a step is as long beside the turn as it took", () => {
  const steps = [first, { ...second, started_at: at(1).toISOString(), latency_ms: 500 }];
  const spans = spansOf({ ...turnDetail, steps }, at(60));
  expect(spans.map(({ start, width }) => [start, width])).toEqual([
    [0, 0.45],
    [0.5, 0.25],
  ]);
});

test("what runs reaches until now", () => {
  const running: TurnDetail = {
    ...turnDetail,
    turn: { ...turn, state: "open", ended_at: null },
    steps: [first, { ...second, started_at: at(1).toISOString(), latency_ms: null, status: "started" }],
  };
  const [, span] = spansOf(running, at(4));
  expect(span).toMatchObject({ start: 0.25, width: 0.75, ms: 3_000, running: true });
});

test("a step that was cut off has no length, and nothing divides by zero", () => {
  const cut: TurnDetail = {
    ...turnDetail,
    turn: { ...turn, state: "failed", ended_at: turn.started_at },
    steps: [{ ...first, latency_ms: null, status: "started" }],
  };
  expect(spansOf(cut, at(9))[0]).toMatchObject({ start: 0, width: 0, ms: 0, running: false });
});

test("what a turn started from is read from its setup", () => {
  const value = {
    context: {
      human_block: { items: ["Ada"] },
      memory: [{ name: "persona" }],
      previous_context_summary: null,
      relevant_memories: { items: ["[f1a2db 2026-11-15 message] Maria: Hello."] },
    },
  };
  const setup = { key: "setup", value, visibility: "internal" as const, created_at: turn.started_at };
  expect(contextOf([setup])).toEqual({
    blocks: ["human", "persona"],
    memories: [{ id: "f1a2db", day: "2026-11-15", source: "message", text: "Maria: Hello." }],
    summary: false,
  });
  expect(contextOf([])).toBeNull();
});
