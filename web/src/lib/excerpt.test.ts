import { expect, test } from "vitest";
import { excerptOf } from "./excerpt";

test("the cited lines of a file are marked, and a long file is cut around them", () => {
  const short = excerptOf("one\ntwo\nthree\n", [2, 3]);
  expect(short.total).toBe(3);
  expect(short.lines.filter(({ cited }) => cited).map(({ text }) => text)).toEqual(["two", "three"]);
  const content = Array.from({ length: 5_000 }, (_, index) => `line ${index + 1}`).join("\n");
  const long = excerptOf(content, [4_990, 4_990]);
  expect(long.lines).toHaveLength(1_000);
  expect(long.lines.find(({ cited }) => cited)?.text).toBe("line 4990");
  expect(excerptOf(content, undefined).lines[0]?.no).toBe(1);
});
