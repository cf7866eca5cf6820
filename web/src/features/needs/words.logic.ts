import type { Effect, NoticeKind } from "@/api/types";

export const noticeTitles: Record<NoticeKind, string> = {
  escalated: "A person is needed",
  held: "A conversation is on hold",
  review: "A message needs a decision",
  expired: "Something ran out of time",
  missed: "A schedule did not run",
  failed: "Something failed",
};

/** What is known of a send that somebody must decide about. */
export function whatHappened(effect: Effect): string {
  if (effect.attempts === 0) return effect.reason ?? "It was held back before anything was sent.";
  const tried =
    effect.attempts === 1 ? "Sending was tried once" : `Sending was tried ${effect.attempts} times`;
  return `${tried}, and the carrier did not say whether it was sent.${effect.reason ? ` ${effect.reason}` : ""}`;
}

/** An edited argument: text stays text, everything else is read as JSON again. */
export function editedArguments(
  original: Record<string, unknown>,
  texts: Record<string, string>,
): { value: Record<string, unknown> } | { problem: string } {
  const value: Record<string, unknown> = {};
  for (const [name, before] of Object.entries(original)) {
    const text = texts[name] ?? "";
    if (typeof before === "string") {
      value[name] = text;
      continue;
    }
    try {
      value[name] = JSON.parse(text);
    } catch {
      return { problem: `“${name}” must be written as JSON, such as 5, true or ["a", "b"].` };
    }
  }
  return { value };
}
