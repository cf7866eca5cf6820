import { expect, test } from "vitest";
import { conversationName, namesOfAgents } from "./names";

const contacts = new Map([["c-1", "Maria"]]);
const created_at = "2026-02-03T12:00:00Z";

test.each([
  ["contact:c-1", "Maria"],
  ["contact:c-2", "A contact"],
  ["main", "Main conversation"],
  ["chat:abc", "Chat of Feb 3, 2026"],
  ["api:resp_x", "By a program, Feb 3, 2026"],
  ["debug:x", "Try-out, Feb 3, 2026"],
  ["scripted:x", "Try-out, Feb 3, 2026"],
  ["schedules", "Schedules"],
  ["something:else", "something:else"],
])("the conversation %s is called %s", (key, expected) => {
  expect(conversationName({ key, created_at }, contacts, undefined)).toBe(expected);
});

test.each([
  ["main", "Main conversation of Grace"],
  ["chat:abc", "Chat of Grace, Feb 3, 2026"],
])("the conversation %s of a member's own agent is called %s", (key, expected) => {
  expect(conversationName({ key, created_at }, contacts, "Grace")).toBe(expected);
});

test("agents of the same name are told apart by their owners", () => {
  const agents = [
    { id: "a-1", name: "Assistant", member_id: "m-1" },
    { id: "a-2", name: "Assistant", member_id: "m-2" },
    { id: "a-3", name: "Assistant", member_id: null },
    { id: "a-4", name: "Scout", member_id: "m-1" },
  ];
  const members = new Map([
    ["m-1", "Ada"],
    ["m-2", "Grace"],
  ]);
  expect([...namesOfAgents(agents, members).values()]).toEqual([
    "Assistant (Ada)",
    "Assistant (Grace)",
    "Assistant",
    "Scout",
  ]);
});
