import { expect, test } from "vitest";
import { matching, moved } from "./palette.logic";

const entries = [
  { label: "Inbox", group: "Page" },
  { label: "API keys", group: "Settings" },
  { label: "Dark", group: "Theme" },
];
const labels = (text: string) => matching(entries, text).map((entry) => entry.label);

test("an empty text matches everything in order", () => {
  expect(labels("  ")).toEqual(["Inbox", "API keys", "Dark"]);
});

test("every typed word must begin a word of the label or the group", () => {
  expect(labels("KEY")).toEqual(["API keys"]);
  expect(labels("settings a")).toEqual(["API keys"]);
  expect(labels("theme d")).toEqual(["Dark"]);
  expect(labels("box")).toEqual([]);
  expect(labels("inbox theme")).toEqual([]);
});

test("the selection wraps at both ends and ignores other keys", () => {
  expect(moved("ArrowDown", 0, 3)).toBe(1);
  expect(moved("ArrowDown", 2, 3)).toBe(0);
  expect(moved("ArrowUp", 0, 3)).toBe(2);
  expect(moved("ArrowDown", 0, 0)).toBeNull();
  expect(moved("a", 0, 3)).toBeNull();
});
