import { expect, test } from "vitest";
import { stop } from "@/test/fixtures";
import { changeWords, howWords, isOptedOut } from "./consent.logic";

const known = {
  line: (id: string) => (id === "l-1" ? "Front desk" : undefined),
  member: (id: string) => (id === "m-1" ? "Olga" : undefined),
};

test("a change says what changed and how it is known", () => {
  expect(changeWords(stop)).toBe("Opted out of text messages");
  expect(changeWords({ change: "opted_in", channel: "email" })).toBe("Wants email again");
  expect(howWords(stop, known)).toBe("By a word to Front desk");
  expect(howWords({ ...stop, how: "plain_words", line_id: "gone" }, known)).toBe("In their own words");
  expect(howWords({ ...stop, how: "carrier" }, known)).toBe(
    "The carrier of Front desk did not take a message",
  );
  expect(howWords({ ...stop, how: "member", member_id: "m-1" }, known)).toBe("Written down by Olga");
  expect(howWords({ ...stop, how: "member", member_id: null }, known)).toBe("Written down by a member");
});

test("the newest word about texts counts", () => {
  const again = { ...stop, change: "opted_in" as const };
  const byMail = { ...stop, channel: "email" };
  expect(isOptedOut([])).toBe(false);
  expect(isOptedOut([byMail, stop, again])).toBe(true);
  expect(isOptedOut([again, stop])).toBe(false);
  expect(isOptedOut([byMail])).toBe(false);
});
