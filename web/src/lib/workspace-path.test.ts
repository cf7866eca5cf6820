import { expect, test } from "vitest";
import { folderOf, linkedPath, nameOf, nameProblem, pathIn, stepsTo } from "./workspace-path";

test("a path has a name, a folder and steps", () => {
  expect(nameOf("areas/leases/a.md")).toBe("a.md");
  expect(folderOf("areas/leases/a.md")).toBe("areas/leases");
  expect(nameOf("MEMORY.md")).toBe("MEMORY.md");
  expect(folderOf("MEMORY.md")).toBe("");
  expect(pathIn("", "a.md")).toBe("a.md");
  expect(pathIn("areas", "a.md")).toBe("areas/a.md");
  expect(stepsTo("")).toEqual([]);
  expect(stepsTo("areas/a.md")).toEqual([
    { name: "areas", path: "areas" },
    { name: "a.md", path: "areas/a.md" },
  ]);
});

test.each([
  ["a.md", null],
  ["über uns.txt", null],
  ["a.MD", /ends with/],
  ["a", /ends with/],
  ["b/a.md", /no slash/],
  [".a.md", /begin with a dot/],
  ["a:b.md", /no :/],
  ["a\\b.md", /no \\/],
  ["a\u202eb.md", /invisible/],
  ["nul.md", /reserved/],
  ["COM1 .txt", /reserved/],
  ["null.md", null],
  [`${"ü".repeat(100)}.md`, /too long/],
])("a file called %j", (name, problem) => {
  const found = nameProblem("areas", name, "file");
  if (problem === null) expect(found).toBeNull();
  else expect(found).toMatch(problem);
});

test("programs and templates lie in a skill, and nowhere else", () => {
  expect(nameProblem("skills/slides/templates", "a.html", "file")).toBeNull();
  expect(nameProblem("areas", "a.html", "file")).toMatch(/ends with/);
});

test("a folder needs no ending, and may not lie too deep", () => {
  expect(nameProblem("", "leases", "folder")).toBeNull();
  expect(nameProblem("", "leases.", "folder")).toMatch(/end with a dot/);
  expect(nameProblem(Array(16).fill("a").join("/"), "b", "folder")).toMatch(/too deep/);
});

test.each([
  ["b.md", "areas/leases/b.md"],
  ["./b.md", "areas/leases/b.md"],
  ["../b%20c.md#part", "areas/b c.md"],
  ["/MEMORY.md", "MEMORY.md"],
  ["../..", ""],
  ["../../../etc/passwd", null],
  ["https://example.com/b.md", null],
  ["//example.com/b.md", null],
  ["mailto:ada@example.com", null],
  ["#part", null],
  ["", null],
  ["50%.md", "areas/leases/50%.md"],
])("the link %j leads to a file or elsewhere", (href, path) => {
  expect(linkedPath("areas/leases/a.md", href)).toBe(path);
});
