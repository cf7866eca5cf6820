import { expect, test } from "vitest";
import { short } from "./short";

test("a short text stays as it is, on one line", () => {
  expect(short("Is it free?", 20)).toBe("Is it free?");
  expect(short("  Is\n\nit\tfree? ", 20)).toBe("Is it free?");
});

test("a long one is cut between letters, however many bytes they have", () => {
  expect(short("aaaaaa", 4)).toBe("aaa…");
  expect(short("👋👋👋👋👋👋", 4)).toBe("👋👋👋…");
});

test("what turns text around or hides it is left out", () => {
  expect(short("pay\u202Eeerf\u200B now\u2028twice\u0007", 40)).toBe("pay eerf now twice");
});
