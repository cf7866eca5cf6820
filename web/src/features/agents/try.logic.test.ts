import { expect, test } from "vitest";
import type { TurnEvent } from "@/api/try-turn";
import { after, nothingYet, repliesOf, scriptOf } from "./try.logic";

const stats = {
  steps: 1,
  model_calls: 1,
  tool_calls: 0,
  failed_calls: 0,
  usage: { input_tokens: 1, output_tokens: 2 },
};
const at = { turn: "turn-1", depth: 0 };

test("pieces of text join, and a call gets its result", () => {
  const events: TurnEvent[] = [
    { ...at, type: "thinking", content: "Hm" },
    { ...at, type: "thinking", content: "m." },
    { ...at, type: "text_delta", delta: "Let " },
    { ...at, type: "text_delta", delta: "me." },
    { ...at, type: "tool_call_start", tool: "read_history", input: { limit: 1 }, callId: "c1" },
    {
      ...at,
      type: "tool_call_complete",
      tool: "read_history",
      result: "No.",
      outcome: "failed",
      callId: "c1",
    },
    { ...at, depth: 1, type: "complete", finalText: "", stats },
  ];
  const run = events.reduce(after, nothingYet);
  expect(run.turn).toBe("turn-1");
  expect(run.shown).toEqual([
    { kind: "thinking", text: "Hmm." },
    { kind: "text", text: "Let me." },
    { kind: "call", id: "c1", tool: "read_history", input: { limit: 1 }, result: "No.", failed: true },
  ]);
  // A sub-agent's end is not the turn's.
  expect(run.stats).toBeNull();
  expect(after(run, { ...at, type: "complete", finalText: "", stats }).stats).toEqual(stats);
});

test("a script is one answer a line, plain or whole", () => {
  expect(scriptOf(" \n")).toBeUndefined();
  expect(scriptOf('Hello\n\n{"messages":[]}')).toEqual([
    '{"messages":["Hello"],"tool_calls":[]}',
    '{"messages":[]}',
  ]);
});

test("what a call would say to the contact is told from what else it is called with", () => {
  const replies = (tool: string, input: unknown) =>
    repliesOf({ kind: "call", id: "c1", tool, input, result: null, failed: false });
  expect(replies("propose_sms_replies", { options: [{ body: "Yes.", confidence: 0.5 }, {}, null] })).toEqual([
    { body: "Yes.", confidence: 0.5 },
  ]);
  expect(replies("send_sms", { text: "No." })).toEqual([{ body: "No.", confidence: null }]);
  for (const input of [null, "options", { options: "none" }]) {
    expect(replies("propose_sms_replies", input)).toEqual([]);
  }
  expect(replies("memory_append", { text: "Likes mornings." })).toEqual([]);
});
