import { expect, test } from "vitest";
import { initials } from "./initials";

test.each([
  ["Ada Lovelace", "AL"],
  ["ada", "A"],
  ["Ana María de la Cruz", "AC"],
  ["𝒜da", "𝒜"],
  ["  ", "?"],
])("shortens %j to %s", (name, expected) => {
  expect(initials(name)).toBe(expected);
});
