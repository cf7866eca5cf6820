import type { AccountChoice } from "@/api/types";

const ordinals = [
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth",
];

/** How a person would answer "which one?": by name, or by place where two have the same name. */
export function replyFor(choice: AccountChoice, choices: readonly AccountChoice[]): string {
  const namesakes = choices.filter(({ account_name }) => account_name === choice.account_name);
  const ordinal = ordinals[choices.indexOf(choice)];
  return namesakes.length > 1 && ordinal ? `the ${ordinal} one` : choice.account_name;
}
