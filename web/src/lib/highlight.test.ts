import { expect, test } from "vitest";
import { segments } from "./highlight";

const written = (text: string, ranges: number[][]) =>
  segments(text, ranges)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join("|");

test("ranges are marked, and everything else stays", () => {
  expect(
    written("tea and milk", [
      [0, 3],
      [8, 12],
    ]),
  ).toBe("[tea]| and |[milk]");
  expect(written("tea", [])).toBe("tea");
  expect(written("", [[0, 3]])).toBe("");
});

test("offsets count as JavaScript counts, so that an emoji moves nothing", () => {
  expect(written("🫖 tea", [[3, 6]])).toBe("🫖 |[tea]");
});

test("ranges in any order, that overlap or lie outside, do no harm", () => {
  expect(
    written("tea and milk", [
      [8, 40],
      [0, 5],
      [2, 3],
      [50, 60],
    ]),
  ).toBe("[tea a]|nd |[milk]");
});
