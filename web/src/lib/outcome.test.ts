import { expect, test } from "vitest";
import { outcomeOf } from "./outcome";

test("an outcome is a word with a tone, also one that is new", () => {
  expect(outcomeOf({ state: "done", outcome: "completed" })).toEqual({ label: "Completed", tone: "accent" });
  expect(outcomeOf({ state: "open", outcome: null }).label).toBe("Running");
  expect(outcomeOf({ state: "done", outcome: "brand_new" })).toEqual({ label: "brand new", tone: "neutral" });
});
