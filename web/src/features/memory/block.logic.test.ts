import { expect, test } from "vitest";
import { human } from "@/test/memory-fixtures";
import { authorName, changesOf, lengthOf } from "./block.logic";

test("characters are counted as people see them", () => {
  expect(lengthOf("naïve 🫖")).toBe(7);
});

test("only what was changed is sent", () => {
  const { value, description, char_limit, read_only } = human;
  const form = { value, description, char_limit, read_only };
  expect(changesOf(human, form)).toEqual({});
  expect(changesOf(human, { ...form, value: "", read_only: true })).toEqual({ value: "", read_only: true });
});

test("an author without a name is called by what they were", () => {
  expect(authorName({ kind: "member", id: "m-1", name: "Ada" })).toBe("Ada");
  expect(authorName({ kind: "agent", id: "a-1", name: null })).toBe("A deleted agent");
  expect(authorName({ kind: "system" })).toBe("Steward");
});
