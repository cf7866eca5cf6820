import { expect, test } from "vitest";
import { suggestion } from "@/test/fixtures";
import { answerOut, mariaDetail, mariaThread, questionIn } from "@/test/inbox";
import {
  answeringOf,
  byDay,
  deliveryOf,
  marksOf,
  noWords,
  overtakenWords,
  skippedWords,
  whyNotSent,
} from "./words.logic";

test("what became of a message is told in words", () => {
  expect(deliveryOf(questionIn)).toBeNull();
  expect(deliveryOf(answerOut)).toEqual({ label: "Delivered", tone: "neutral" });
  expect(deliveryOf({ ...answerOut, delivery: "expired" })).toEqual({
    label: "Not sent in time",
    tone: "danger",
  });
  const waits_until = new Date(2026, 1, 3, 8).toISOString();
  const waiting = deliveryOf({ ...answerOut, delivery: "pending", waits_until });
  expect(waiting?.label).toMatch(/^Waits until 8:00\sAM$/);
});

test("a text that nobody answered says why", () => {
  expect(skippedWords(questionIn)).toBeNull();
  expect(skippedWords({ ...questionIn, skipped: "taken_over" })).toMatch(/a person has taken over/);
});

test("the most pressing mark comes first", () => {
  expect(marksOf(mariaThread)).toEqual([]);
  const marks = marksOf({
    ...mariaThread,
    opted_out: true,
    escalated: true,
    held: true,
    waiting_suggestion: true,
    taken_over_by: { member_id: "m-grace", name: "Grace Hopper" },
  });
  expect(marks.map(({ label }) => label)).toEqual([
    "Needs a person",
    "On hold",
    "Drafts waiting",
    "Opted out",
    "Taken over by Grace Hopper",
  ]);
});

test("who answers a contact is told where it is not what their line says", () => {
  const labels = (change: Partial<typeof mariaThread>) =>
    answeringOf({ ...mariaThread, ...change }).map(({ label }) => label);
  expect(labels({})).toEqual([]);
  expect(labels({ answering: "drafts" })).toEqual(["Only drafts"]);
  expect(labels({ answering_agent_name: "Night desk" })).toEqual(["Answered by Night desk"]);
  expect(labels({ answering_agent_name: mariaThread.agent_name })).toEqual(["Chosen agent"]);
  expect(labels({ answering: "drafts", answering_agent_name: "Night desk" })).toEqual([
    "Only drafts",
    "Answered by Night desk",
  ]);
  expect(labels({ answering: "people", answering_agent_name: "Night desk" })).toEqual(["Only people"]);
  expect(marksOf({ ...mariaThread, answering: "people" })).toEqual(
    answeringOf({ ...mariaThread, answering: "people" }),
  );
});

test("why nothing can be sent is told", () => {
  expect(whyNotSent(mariaDetail)).toBeNull();
  const blocked = { ...mariaDetail, can_send: false };
  expect(whyNotSent({ ...blocked, cannot_send_reason: "The line is gone." })).toBe("The line is gone.");
  expect(whyNotSent({ ...blocked, cannot_send_reason: null })).toBe("Nothing can be sent here.");
});

test("a message that cannot be read says why", () => {
  expect(noWords("Is it mended?", 1)).toBeNull();
  expect(noWords("", 0)).toBe("Without words");
  expect(noWords("", 2)).toBe("2 files");
  expect(noWords(null, 0)).toBe("What was said was forgotten.");
});

test("messages stand under their days", () => {
  const now = new Date(2026, 1, 3, 20);
  const at = (day: number, hour: number) => new Date(2026, 1, day, hour).toISOString();
  const early = { ...questionIn, at: at(2, 23) };
  const late = { ...questionIn, id: "e-late", at: at(3, 1) };
  const last = { ...answerOut, at: at(3, 2) };
  expect(byDay([early, late, last], now)).toEqual([
    ["Yesterday", [early]],
    ["Today", [late, last]],
  ]);
});

test("what became of drafts that somebody still has before them is told in words", () => {
  const words = (change: Partial<typeof suggestion>) =>
    overtakenWords({ ...suggestion, ...change }, "Grace Hopper");
  expect(words({})).toBeNull();
  expect(words({ state: "dismissed" })).toBe("Grace Hopper put the drafts aside meanwhile.");
  const outdated = (outdated_by: typeof suggestion.outdated_by) => words({ state: "outdated", outdated_by });
  expect(outdated("newer_text")).toMatch(/^They wrote again meanwhile/);
  expect(outdated("team_reply")).toBe("Grace Hopper answered meanwhile.");
  expect(outdated("later_draft")).toBe("The agent drafted again meanwhile.");
  expect(outdated("forgotten")).toMatch(/forgotten/);
});
