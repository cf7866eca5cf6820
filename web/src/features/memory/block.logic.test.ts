import { expect, test } from "vitest";
import { human } from "@/test/memory-fixtures";
import { changesOf, lengthOf } from "./block.logic";

test("characters are counted as people see them", () => {
  expect(lengthOf("naïve 🫖")).toBe(7);
});

test("only what was changed is sent", () => {
  const { value, description, char_limit, read_only } = human;
  const form = { value, description, char_limit, read_only };
  expect(changesOf(human, form)).toEqual({});
  expect(changesOf(human, { ...form, value: "", read_only: true })).toEqual({ value: "", read_only: true });
});
