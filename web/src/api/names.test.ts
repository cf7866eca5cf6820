import { expect, test } from "vitest";
import { conversationName } from "./names";

test.each([
  ["contact:c-1", "Maria"],
  ["contact:c-2", "A contact"],
  ["debug:x", "Try-out"],
  ["scripted:x", "Try-out"],
  ["schedules", "Schedules"],
  ["something:else", "something:else"],
])("the conversation %s is called %s", (key, expected) => {
  expect(conversationName(key, new Map([["c-1", "Maria"]]))).toBe(expected);
});
