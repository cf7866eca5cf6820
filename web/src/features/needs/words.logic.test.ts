import { expect, test } from "vitest";
import { whyAsked } from "@/lib/rules";
import { sendInReview } from "@/test/fixtures";
import { editedArguments, whatHappened } from "./words.logic";

test("a rule nobody has words for is named", () => {
  expect(whyAsked("consent", "write_file")).toBe("This tool always asks a person first.");
  expect(whyAsked("R42", "write_file")).toBe("The rule R42 asks for a person.");
});

test("a script of a skill is not said to go to somebody outside", () => {
  expect(whyAsked("R4", "text_contact")).toContain("somebody outside");
  expect(whyAsked("R4", "run_skill_script")).toContain("without network");
});

test("a send that was never tried is not called one that may have been sent", () => {
  expect(whatHappened({ ...sendInReview, attempts: 0 })).toMatch(/held back before anything was sent/);
  expect(whatHappened(sendInReview)).toMatch(/tried once, and the carrier did not say/);
  expect(whatHappened({ ...sendInReview, attempts: 2, reason: "Status 502." })).toMatch(
    /2 times.*Status 502\./,
  );
});

test("edited text stays text, and everything else keeps its kind", () => {
  const original = { text: "5", count: 5, to: ["a"] };
  expect(editedArguments(original, { text: "6", count: "6", to: '["b"]' })).toEqual({
    value: { text: "6", count: 6, to: ["b"] },
  });
  expect(editedArguments(original, { text: "", count: "six", to: "[]" })).toEqual({
    problem: expect.stringContaining("“count”"),
  });
});
