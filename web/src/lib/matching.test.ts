import { expect, test } from "vitest";
import { matching } from "./matching";

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
