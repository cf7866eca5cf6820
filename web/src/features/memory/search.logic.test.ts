import { expect, test } from "vitest";
import { noReason, teaHit } from "@/test/memory-fixtures";
import { barOf, reasonsFor, requestOf, sourcesOf, toggled } from "./search.logic";
import { readSearch } from "./search-state.logic";

test("an address is read as texts, and what is empty or unknown is left out", () => {
  expect(readSearch({ q: 42, tag: "", other: "x", after: "2026-01-02" })).toEqual({
    q: "42",
    after: "2026-01-02",
  });
});

test("sources are switched one by one", () => {
  const one = toggled({ q: "tea" }, "message");
  const two = toggled(one, "document");
  expect(sourcesOf(two)).toEqual(["message", "document"]);
  expect(toggled(toggled(two, "message"), "document")).toEqual({ q: "tea" });
});

test("a search asks for whole days, where the reader is", () => {
  const day = (text: string) => new Date(text).toISOString();
  expect(requestOf({ q: "tea", after: "2026-01-02", before: "2026-01-31", tag: "kitchen" }, 20)).toEqual({
    query: "tea",
    limit: 20,
    tags: ["kitchen"],
    after: day("2026-01-02T00:00:00"),
    before: day("2026-02-01T00:00:00"),
  });
  expect(requestOf({ q: "tea", scope: "org", source: "archival", after: "soon" }, 50)).toEqual({
    query: "tea",
    limit: 50,
    scopes: ["org"],
    sources: ["archival"],
  });
});

test("reasons are told in words, the missing ones not at all", () => {
  expect(reasonsFor({ ...noReason, words: 0.5, meaning: 0.4 })).toEqual([
    { label: "Close in meaning", share: 0.4 },
    { label: "Has the words", share: 0.5 },
  ]);
  expect(reasonsFor({ ...noReason, meaning: -0.2, speaker: 1 })).toEqual([
    { label: "Said by whom the search names", share: 1 },
  ]);
});

test("the bar is as long as the score is of the best, shared by meaning and words", () => {
  const hit = { ...teaHit, score: 3, why: { ...noReason, meaning: 0.75, words: 0.25 } };
  expect(barOf(hit, 6)).toEqual({ meaning: 0.375, words: 0.125 });
  expect(barOf({ ...hit, why: noReason }, 6)).toEqual({ meaning: 0.5, words: 0 });
  expect(barOf({ ...hit, score: -1 }, 0)).toEqual({ meaning: 0, words: 0 });
});
