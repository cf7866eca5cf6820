import type { AccountChoice, ClarificationAnswer } from "@/api/types";

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

/** What tells an account from others of its name. The name stands above it already. */
export function detailOf({ account_name, description }: AccountChoice): string {
  const parts = description.split(" | ");
  return (parts[0] === account_name ? parts.slice(1) : parts).join(" · ");
}

/** What could be said instead. That one of the accounts is meant is said by choosing it. */
export function otherWords(suggestions: readonly string[], choices: readonly AccountChoice[]): string[] {
  return suggestions.filter((text) => !choices.some(({ account_name }) => account_name === text));
}

/** The accounts to choose from. The one that was understood already is no choice: choosing it would be asked back again. */
export function openChoices({
  choices,
  starter,
}: Pick<ClarificationAnswer, "choices" | "starter">): AccountChoice[] {
  return choices.filter(({ account_id }) => account_id !== starter.account_id);
}
