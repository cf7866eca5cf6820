import type { Consent } from "@/api/types";

const channels: Record<string, string> = { sms: "text messages", email: "email" };

/** What changed, in words. */
export function changeWords({ change, channel }: Pick<Consent, "change" | "channel">): string {
  const what = channels[channel] ?? channel;
  return change === "opted_out" ? `Opted out of ${what}` : `Wants ${what} again`;
}

interface Known {
  /** What a line is called; nothing for one that is gone. */
  line: (id: string) => string | undefined;
  member: (id: string) => string | undefined;
}

/** How it became known, in words. */
export function howWords(one: Consent, known: Known): string {
  const line = one.line_id ? known.line(one.line_id) : undefined;
  switch (one.how) {
    case "keyword":
      return line ? `By a word to ${line}` : "By a word that carriers know";
    case "plain_words":
      return line ? `In their own words to ${line}` : "In their own words";
    case "carrier":
      return line ? `The carrier of ${line} did not take a message` : "A carrier did not take a message";
    case "member":
      return `Written down by ${(one.member_id && known.member(one.member_id)) || "a member"}`;
  }
}

/** Whether somebody gets no texts, by a log that has the newest first. */
export function isOptedOut(log: readonly Consent[]): boolean {
  return log.find(({ channel }) => channel === "sms")?.change === "opted_out";
}
