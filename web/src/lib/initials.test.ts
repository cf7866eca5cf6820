import { expect, test } from "vitest";
import { initials } from "./initials";

test.each([
  ["Ada Lovelace", "AL"],
  ["ada", "A"],
  ["Ana María de la Cruz", "AC"],
  ["𝒜da", "𝒜"],
  ["+13305550104", "04"],
  ["+44 20 7946 0991", "91"],
  ["  ", "?"],
])("shortens %j to %s", (name, expected) => {
  expect(initials(name)).toBe(expected);
});
