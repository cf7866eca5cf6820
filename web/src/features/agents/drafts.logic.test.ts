import { expect, test } from "vitest";
import type { DraftCounts } from "@/api/types";
import { editedDraft, noCounts, suggestion } from "@/test/fixtures";
import {
  afterwards,
  byNumber,
  formatSpan,
  inWords,
  outcomes,
  partsOf,
  textsOf,
  unchangedShare,
} from "./drafts.logic";

const counts: DraftCounts = {
  ...noCounts,
  offered: 10,
  unchanged: 3,
  edited: 1,
  outdated: 4,
  waiting: 2,
};

test("only what somebody decided on says how good a draft was", () => {
  expect(unchangedShare(counts)).toBe(0.75);
  expect(unchangedShare({ ...counts, dismissed: 2 })).toBe(0.5);
  expect(unchangedShare({ ...noCounts, offered: 3, waiting: 3 })).toBeNull();
});

test("the parts of a bar lie one after the other and are as long as what was offered", () => {
  const parts = partsOf(counts, 20);
  expect(parts.map(({ outcome }) => outcome)).toEqual(["unchanged", "edited", "outdated", "waiting"]);
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1];
    expect(part.start).toBeCloseTo(before ? before.start + before.length : 0);
  }
  expect(parts.reduce((sum, { length }) => sum + length, 0)).toBeCloseTo(0.5);
  expect(partsOf(noCounts, 0)).toEqual([]);
});

test("what is in a bar is said in words", () => {
  expect(inWords(counts)).toBe("3 sent unchanged · 1 changed, then sent · 4 overtaken · 2 waiting");
  expect(outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)).toBe(counts.offered);
});

test("the kind with the most drafts comes first", () => {
  const of = (kind: "thanks" | "question", offered: number) => ({ kind, counts: { ...noCounts, offered } });
  const statistics = { since: null, total: noCounts, kinds: [of("thanks", 1), of("question", 5)] };
  expect(byNumber(statistics).map(({ kind }) => kind)).toEqual(["question", "thanks"]);
});

test("a time is told as people say it", () => {
  expect([40, 61, 5_400, 86_400, 300_000].map(formatSpan)).toEqual([
    "40 seconds",
    "2 minutes",
    "2 hours",
    "24 hours",
    "3 days",
  ]);
});

test("a draft is shown beside what left, and says what became of it", () => {
  expect(textsOf(editedDraft)).toEqual({ drafted: "Yes, at five.", sent: "Yes, at half past five." });
  expect(afterwards(editedDraft)).toBe("Delivered");
  const overtaken = {
    ...editedDraft,
    suggestion: { ...suggestion, state: "outdated" as const, outdated_by: "team_reply" as const },
    outcome: "outdated" as const,
    sent_text: null,
    delivery: null,
  };
  expect(textsOf(overtaken)).toEqual({ drafted: "Yes, at five.", sent: "Yes, at five." });
  expect(afterwards(overtaken)).toBe("Somebody answered in their own words.");
  expect(textsOf({ ...overtaken, suggestion: { ...suggestion, options: null } })).toBeNull();
});
