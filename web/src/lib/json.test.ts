import { expect, test } from "vitest";
import { canonicalJson, prettyJson } from "./json";

test("keys are sorted at every depth, and lists keep their order", () => {
  const value = { b: [3, { z: 1, a: null }], a: "ä\n" };
  expect(canonicalJson(value)).toBe('{"a":"ä\\n","b":[3,{"a":null,"z":1}]}');
  expect(JSON.parse(prettyJson(value))).toEqual(value);
});

test("what is nothing at all is null", () => {
  expect(canonicalJson(undefined)).toBe("null");
});
