import { expect, test } from "vitest";
import { isLabelled, ticksFor } from "./scale";

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2.5, 5, 7.5]],
  [1_000_000, [0, 500_000, 1_000_000]],
  [0.042, [0, 0.02, 0.04, 0.06]],
])("the axis of %d has round figures and room for all of it", (most, ticks) => {
  const found = ticksFor(most);
  expect(found).toHaveLength(ticks.length);
  for (const [index, tick] of ticks.entries()) expect(found[index]).toBeCloseTo(tick, 9);
  expect(found.at(-1)).toBeGreaterThanOrEqual(most);
});

test("labels are evenly apart and end with the last", () => {
  const shown = (length: number) =>
    Array.from({ length }, (_, index) => index).filter((index) => isLabelled(index, length));
  expect(shown(3)).toEqual([0, 1, 2]);
  expect(shown(7)).toEqual([0, 2, 4, 6]);
  expect(shown(30)).toEqual([5, 13, 21, 29]);
  expect(shown(90)).toEqual([20, 43, 66, 89]);
});
