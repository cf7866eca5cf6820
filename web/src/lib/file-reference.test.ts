import { expect, test } from "vitest";
import { fileHref, fileReferences, linesBehind, onlyReference, readFileHref } from "./file-reference";

const found = (text: string) =>
  fileReferences(text).flatMap(({ text: written, file }) => (file ? [{ written, ...file }] : []));

test.each([
  ["See accounts/51003/state.md.", [{ written: "accounts/51003/state.md", path: "accounts/51003/state.md" }]],
  ["a/b.md:12: quoted", [{ written: "a/b.md:12", path: "a/b.md", line: 12 }]],
  ["a/b.md:12-14", [{ written: "a/b.md:12-14", path: "a/b.md", line: 12, to: 14 }]],
  ["a/b.md#L3-L5", [{ written: "a/b.md#L3-L5", path: "a/b.md", line: 3, to: 5 }]],
  ["(a/b.md, lines 3 to 5)", [{ written: "a/b.md, lines 3 to 5", path: "a/b.md", line: 3, to: 5 }]],
  ["a/b.md line 3: so", [{ written: "a/b.md line 3", path: "a/b.md", line: 3 }]],
  [
    "daily_notes/2026-11-16.md and MEMORY.md",
    [
      { written: "daily_notes/2026-11-16.md", path: "daily_notes/2026-11-16.md" },
      { written: "MEMORY.md", path: "MEMORY.md" },
    ],
  ],
  ["bereiche/müller_co.md", [{ written: "bereiche/müller_co.md", path: "bereiche/müller_co.md" }]],
])("%s names a file", (text, expected) => {
  expect(found(text)).toEqual(expected);
  expect(
    fileReferences(text)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});

test.each([
  "state.md",
  "package.json",
  "example.com/readme.md",
  "https://a.example/b/c.md",
  "a/b.mdx",
  "../a/b.md",
])("%s names none", (text) => {
  expect(found(text)).toEqual([]);
});

test("lines stand behind a name that is set apart", () => {
  expect(onlyReference("a/b.md")).toEqual({ path: "a/b.md" });
  expect(onlyReference("cat a/b.md")).toBeNull();
  expect(linesBehind(" line 3: quoted")).toEqual({ text: " line 3", line: 3 });
  expect(linesBehind(" lines of text")).toBeNull();
});

test.each([{ path: "a/b c.md" }, { path: "a/b.md", line: 3 }, { path: "a/b.md", line: 3, to: 5 }])(
  "the address of %o leads back to it",
  (file) => {
    expect(readFileHref(fileHref(file))).toEqual(file);
  },
);
