import { expect, test } from "vitest";
import { readDecision, readWaiting } from "./decision";

test.each([
  ["A person approved #01a1-b2.", { word: "approved", outcome: null, told: "" }],
  [
    "A person approved #01a1-b2. It was done: Sent.\nTwice.",
    { word: "approved", outcome: "done", told: "Sent.\nTwice." },
  ],
  [
    "A person approved #01a1-b2. It did not work: No such contact.",
    { word: "approved", outcome: "failed", told: "It did not work: No such contact." },
  ],
  [
    "A person approved #01a1-b2. It was not done: the agent was changed.",
    { word: "approved", outcome: "failed", told: "It was not done: the agent was changed." },
  ],
  [
    "A person said no to #01a1-b2. It was not done and must not be tried again as it was.",
    { word: "denied", outcome: null, told: "It was not done and must not be tried again as it was." },
  ],
  [
    "Nobody answered #01a1-b2 in time. It was not done.",
    { word: "expired", outcome: null, told: "It was not done." },
  ],
])("%s", (text, expected) => {
  expect(readDecision(text)).toEqual({ approvalId: "01a1-b2", ...expected });
});

test("what somebody writes about an approval is no decision", () => {
  expect(readDecision("I think a person approved #5.")).toBeNull();
});

test("a call that waits names the question", () => {
  expect(readWaiting("waiting for approval #01a1-b2")).toBe("01a1-b2");
  expect(readWaiting("waiting for approval #01a1-b2 since noon")).toBeNull();
});
