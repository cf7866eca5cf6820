import { expect, test } from "vitest";
import { turn, turnDetail } from "@/test/fixtures";
import { durationOf, readAnswer, readReports, refusedCalls, spoken } from "./turn.logic";

test("a turn that runs is as long as it has been running", () => {
  const now = new Date("2026-02-03T04:05:16Z");
  expect(durationOf(turn, now)).toBe(2_000);
  expect(durationOf({ ...turn, ended_at: null }, now)).toBe(10_000);
});

test("an answer is read in both protocols, and as plain text", () => {
  const call = { tool: "read_history", args: { limit: 3 } };
  const [step] = turnDetail.steps;
  expect(readAnswer(step?.result ?? {})).toEqual({ said: "Let me look.", calls: [call], thinking: "" });
  const native = {
    text: "Hm.",
    thinking: "Why?",
    tool_calls: [{ name: "read_history", arguments: { limit: 3 } }],
  };
  expect(readAnswer(native)).toEqual({ said: "Hm.", calls: [call], thinking: "Why?" });
  expect(readAnswer({ text: "{broken" })).toEqual({ said: "{broken", calls: [], thinking: "" });
});

test("results find what they were called with, and refusals have a place of their own", () => {
  const step = turnDetail.steps[1];
  expect(step && readReports(step, turnDetail.artifacts)).toMatchObject([
    { id: "c1", tool: "read_history", args: { limit: 3 }, outcome: "done", text: "#1 user: Hello" },
  ]);
  expect(refusedCalls(turnDetail)).toMatchObject([
    { id: "c2", tool: "text_contact", args: {}, outcome: "failed", text: "The arguments do not fit." },
  ]);
});

test("what a sub-agent called stands under the call that started it", () => {
  const inner = [
    { call_id: "t1_1_1_1_1", tool: "task", agent: "digger", result: "Two." },
    { call_id: "t1_1_1_1_1_2_1", tool: "read_history", agent: null, result: "" },
  ];
  const report = { call_id: "t1_1_1", end: { end: "done", content: "Found." }, inner };
  const step = turnDetail.steps.find(({ kind }) => kind === "tools");
  const read = step && readReports({ ...step, result: { reports: [report] } }, []);
  expect(read?.[0]?.inner).toEqual([
    { id: "t1_1_1_1_1", depth: 1, label: "digger", running: false, result: "Two." },
    { id: "t1_1_1_1_1_2_1", depth: 2, label: "Read the history", running: false, result: null },
  ]);
});

test("what was said is in its order", () => {
  expect(spoken(turnDetail.artifacts)).toMatchObject([
    { who: "user", text: "What is new?" },
    { who: "assistant", text: "Nothing is new." },
  ]);
});
