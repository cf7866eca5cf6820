import { expect, test } from "vitest";
import type { ChatMessage } from "@/api/chat";
import { blocksOf, callLabel, spokenOf, textOf } from "./blocks.logic";

type Parts = ChatMessage["parts"];

const answer = (parts: Parts, metadata: ChatMessage["metadata"] = {}): ChatMessage => ({
  id: "turn-1",
  role: "assistant",
  metadata,
  parts,
});

const text = (value: string): Parts[number] => ({ type: "text", text: value, state: "done" });

const call = (toolName: string, rest: object): Parts[number] =>
  ({ type: "dynamic-tool", toolName, toolCallId: `call-${toolName}`, input: {}, ...rest }) as Parts[number];

const task = call("task", { state: "input-available" });

test("an answer that was begun anew is shown once, in its last wording", () => {
  const message = answer([text("Bad"), call("schedule_task", { state: "output-available", output: "ok" })], {
    text: "Good",
  });
  expect(blocksOf(message).map((block) => block.kind)).toEqual(["call", "text"]);
  expect(textOf(message)).toBe("Good");
});

test("paragraphs that were streamed between calls keep their places", () => {
  const parts = [text("Let me look."), call("x", { state: "output-available", output: "" }), text("Done.")];
  const kinds = blocksOf(answer(parts, { text: "Let me look.\n\nDone." })).map((block) => block.kind);
  expect(kinds).toEqual(["text", "call", "text"]);
});

test.each([
  [{ state: "input-available" }, "running", null],
  [{ state: "output-available", output: "Found." }, "done", "Found."],
  [{ state: "output-available", output: { found: 1 } }, "done", '{\n  "found": 1\n}'],
  [{ state: "output-error", errorText: "No such day." }, "failed", "No such day."],
  [{ state: "approval-requested", approval: { id: "ap-1" } }, "waiting", null],
  [{ state: "approval-responded", approval: { id: "ap-1", approved: true } }, "approved", null],
  [{ state: "approval-responded", approval: { id: "ap-1", approved: false } }, "denied", null],
])("a call in %o is %s", (part, state, result) => {
  expect(blocksOf(answer([call("find", part)]))).toMatchObject([{ kind: "call", call: { state, result } }]);
});

test("the call that ends a turn and empty texts are not shown", () => {
  expect(blocksOf(answer([call("done", { state: "output-available", output: "done" }), text("\n")]))).toEqual(
    [],
  );
});

const nested = (id: string, depth: number, event: object): Parts[number] =>
  ({ type: "data-subagent", id, data: { depth, event } }) as Parts[number];

test("what a sub-agent does stands under the call that started it", () => {
  const blocks = blocksOf(
    answer([
      task,
      nested("call-task", 0, { state: "running", agent: "researcher", task: "Look." }),
      nested("1:a", 1, { state: "done", tool: "memory_search", result: "Two." }),
      nested("2:b", 2, { state: "running", tool: "read_history" }),
      text("Found."),
    ]),
  );
  expect(blocks).toMatchObject([
    {
      kind: "call",
      call: {
        inner: [
          { depth: 1, label: "Search the memory", running: false, result: "Two." },
          { depth: 2, label: "Read the history", running: true, result: null },
        ],
      },
    },
    { kind: "text" },
  ]);
});

test("sub-agents that work side by side are told apart, each with what it called", () => {
  const tasks = ["t1_1_1", "t1_1_2"].map(
    (toolCallId) =>
      ({
        type: "dynamic-tool",
        toolName: "task",
        toolCallId,
        state: "input-available",
        input: {},
      }) as Parts[number],
  );
  const blocks = blocksOf(
    answer([
      ...tasks,
      nested("1:t1_1_2_1_1", 1, { state: "running", tool: "read_history" }),
      nested("1:t1_1_1_1_2", 1, { state: "done", tool: "task" }),
      nested("t1_1_1_1_2", 1, { state: "done", agent: "digger", result: "Two." }),
      nested("1:t1_1_1_1_10", 1, { state: "done", tool: "read_history" }),
      nested("2:t1_1_1_1_2_1_1", 2, { state: "done", tool: "memory_search" }),
    ]),
  );
  const inner = blocks.map((block) => (block.kind === "call" ? block.call.inner : []));
  expect(inner.map((calls) => calls.map(({ depth, label }) => `${depth} ${label}`))).toEqual([
    ["1 digger", "2 Search the memory", "1 Read the history"],
    ["1 Read the history"],
  ]);
  expect(inner[0]?.[0]?.result).toBe("Two.");
});

test("an answer is heard without its marks", () => {
  const told =
    "# Rent\n\n**Due** on `Friday`, see [the lease](https://example.org/x).\n\n- one\n- snake_case";
  expect(spokenOf(answer([text(told)]))).toBe("Rent\n\nDue on Friday, see the lease.\n\none\nsnake_case");
});

test("notes and notices are shown as such", () => {
  const parts: Parts = [
    { type: "data-note", data: { from: "approval", text: "A person approved it." } },
    { type: "data-notice", data: { text: "The model was busy." } },
  ];
  expect(blocksOf(answer(parts))).toEqual([
    { kind: "note", from: "approval", text: "A person approved it." },
    { kind: "notice", text: "The model was busy." },
  ]);
});

test("of an answer that begins anew only the new one is shown", () => {
  const parts: Parts = [
    call("find", { state: "output-available", output: "Done." }),
    text("The result"),
    { type: "data-notice", data: { text: "It begins anew.", restarted: true } },
    text("The answer is 42."),
  ];
  const said = blocksOf(answer(parts)).map((block) => (block.kind === "text" ? block.text : block.kind));
  expect(said).toEqual(["call", "notice", "The answer is 42."]);
});

test("a tool without words of ours is called by its own", () => {
  expect(callLabel("schedule_task")).toBe("Set a reminder");
  expect(callLabel("mcp_weather")).toBe("Mcp weather");
});
