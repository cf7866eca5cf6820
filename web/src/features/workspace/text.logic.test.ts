import { expect, test } from "vitest";
import { forField, fromField, isLaidOut, originalOf, splitFrontMatter } from "./text.logic";

test("a file keeps its line ends through a text field", () => {
  const file = "one\r\ntwo\r\n";
  expect(forField(file)).toBe("one\ntwo\n");
  expect(fromField(forField(file), file)).toBe(file);
  expect(fromField("one\ntwo", "one\n")).toBe("one\ntwo");
});

test("what stands between dashes at the top is told apart", () => {
  expect(splitFrontMatter("---\nname: a\nx: 1\n---\n# Title\n")).toEqual({
    about: "name: a\nx: 1",
    body: "# Title\n",
  });
  expect(splitFrontMatter("---\r\nname: a\r\n---\r\nText").about).toBe("name: a");
  expect(splitFrontMatter("Text\n---\nname: a\n---\n")).toEqual({
    about: "",
    body: "Text\n---\nname: a\n---\n",
  });
  expect(splitFrontMatter("---\nnever closed")).toEqual({ about: "", body: "---\nnever closed" });
});

test("a file in conflict tells by its name what it is a conflict of", () => {
  expect(originalOf("areas/a.b.conflict-20261116T101500Z.md")).toBe("areas/a.b.md");
  expect(originalOf("areas/a.conflict-notes.md")).toBeNull();
});

test("what is very long is not laid out", () => {
  expect(isLaidOut("x".repeat(1_000))).toBe(true);
  expect(isLaidOut("x".repeat(900_000))).toBe(false);
});
