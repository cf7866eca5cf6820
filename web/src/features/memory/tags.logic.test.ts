import { expect, test } from "vitest";
import { tagsOf } from "./tags.logic";

test("tags are what stands between commas, each once", () => {
  expect(tagsOf(" billing, keys ,,billing")).toEqual(["billing", "keys"]);
  expect(tagsOf('a "quoted" tag')).toEqual(['a "quoted" tag']);
  expect(tagsOf("  ")).toEqual([]);
});
