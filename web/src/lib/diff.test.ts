import { expect, test } from "vitest";
import { type DiffLine, diffLines, withGaps } from "./diff";

const sign = { same: " ", added: "+", removed: "-" } as const;

/** As a person would write it: a sign, the line, and the changed words in brackets. */
function written(rows: readonly DiffLine[]): string[] {
  return rows.map(
    ({ kind, pieces }) =>
      sign[kind] + pieces.map((piece) => (piece.kind === "same" ? piece.text : `[${piece.text}]`)).join(""),
  );
}

const sides = (rows: readonly DiffLine[], without: string) =>
  rows.filter(({ kind }) => kind !== without).map(({ pieces }) => pieces.map(({ text }) => text).join(""));

test("equal texts have no change, and an empty one has no line", () => {
  expect(written(diffLines("one\ntwo", "one\ntwo"))).toEqual([" one", " two"]);
  expect(diffLines("", "")).toEqual([]);
  expect(written(diffLines("", "one\ntwo"))).toEqual(["+one", "+two"]);
  expect(written(diffLines("one", ""))).toEqual(["-one"]);
});

test("within a changed line the changed words are marked", () => {
  expect(written(diffLines("a\nLikes tea, not milk.\nz", "a\nLikes coffee, not milk.\nz"))).toEqual([
    " a",
    "-Likes [tea], not milk.",
    "+Likes [coffee], not milk.",
    " z",
  ]);
});

test("lines with nothing in common are replaced as a whole", () => {
  expect(written(diffLines("Call before nine.", "Allergic to nuts!"))).toEqual([
    "-Call before nine.",
    "+Allergic to nuts!",
  ]);
});

test("both texts can be read back out of a diff", () => {
  const lines = ["alpha", "beta", "gamma", "delta", "epsilon"];
  // A fixed sequence that shuffles, drops and repeats lines in many ways.
  for (let seed = 1; seed < 200; seed += 1) {
    const pick = (step: number) => lines[(seed * step * 7 + step * step) % lines.length] ?? "";
    const before = Array.from({ length: seed % 9 }, (_, index) => pick(index + 1));
    const after = Array.from({ length: (seed * 5) % 8 }, (_, index) => pick(index + seed));
    const rows = diffLines(before.join("\n"), after.join("\n"));
    expect(sides(rows, "added")).toEqual(before);
    expect(sides(rows, "removed")).toEqual(after);
  }
});

test("texts that differ beyond reason are replaced, quickly", () => {
  const before = Array.from({ length: 2_000 }, (_, index) => `old ${index}`);
  const after = Array.from({ length: 2_000 }, (_, index) => `new ${index * 3}`);
  const rows = diffLines(before.join("\n"), after.join("\n"));
  expect(sides(rows, "added")).toEqual(before);
  expect(sides(rows, "removed")).toEqual(after);
});

test("long stretches without a change become gaps", () => {
  const lines = Array.from({ length: 9 }, (_, index) => `line ${index}`);
  const rows = withGaps(diffLines(lines.join("\n"), [...lines, "more"].join("\n")));
  expect(rows.map((row) => (row.kind === "gap" ? row.lines : row.kind))).toEqual([
    7,
    "same",
    "same",
    "added",
  ]);
});

test("a single line between two changes is shown, not counted", () => {
  const lines = ["a", "1", "2", "3", "4", "5", "z"];
  const rows = withGaps(diffLines(lines.join("\n"), ["b", ...lines.slice(1, -1), "y"].join("\n")));
  expect(rows.map(({ kind }) => kind)).not.toContain("gap");
});
