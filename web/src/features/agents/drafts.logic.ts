import type { AgentDraft, DraftCounts, DraftOutcome, DraftStatistics, MessageKind } from "@/api/types";
import { deliveryWords, type Words } from "@/lib/delivery";
import { formatWait, plural } from "@/lib/format";

/** What can become of a draft, in the order in which it is shown. */
export const outcomes = [
  "unchanged",
  "edited",
  "dismissed",
  "outdated",
  "waiting",
] as const satisfies readonly DraftOutcome[];

export const outcomeWords: Record<DraftOutcome, Words & { fill: string }> = {
  unchanged: { label: "Sent unchanged", tone: "accent", fill: "fill-accent" },
  edited: { label: "Changed, then sent", tone: "warning", fill: "fill-warning-text" },
  dismissed: { label: "Put aside", tone: "danger", fill: "fill-danger" },
  outdated: { label: "Overtaken", tone: "neutral", fill: "fill-line-strong" },
  waiting: { label: "Waiting", tone: "neutral", fill: "fill-selected" },
};

const kinds: Record<MessageKind, string> = {
  question: "Questions",
  request: "Requests",
  scheduling: "Scheduling",
  complaint: "Complaints",
  thanks: "Thanks",
  follow_up: "Follow-ups",
  other: "Everything else",
};

export function kindWord(kind: MessageKind): string {
  return kinds[kind];
}

/** What a person has judged: sent or put aside. What was overtaken or waits says nothing about how good it was. */
export function decidedOf({ unchanged, edited, dismissed }: DraftCounts): number {
  return unchanged + edited + dismissed;
}

/** How much of what was decided on went out unchanged; nothing where nobody has decided. */
export function unchangedShare(counts: DraftCounts): number | null {
  const decided = decidedOf(counts);
  return decided === 0 ? null : counts.unchanged / decided;
}

/** Where each part of a bar begins and how long it is, as shares of the longest bar. */
export function partsOf(
  counts: DraftCounts,
  most: number,
): { outcome: DraftOutcome; start: number; length: number }[] {
  let start = 0;
  return outcomes.flatMap((outcome) => {
    const length = counts[outcome] / Math.max(most, 1);
    const part = { outcome, start, length };
    start += length;
    return length > 0 ? [part] : [];
  });
}

/** The same in words: "3 sent unchanged, 1 put aside". */
export function inWords(counts: DraftCounts): string {
  return outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${outcomeWords[outcome].label.toLowerCase()}`)
    .join(" · ");
}

/** The kinds with the most drafts first. */
export function byNumber({ kinds }: DraftStatistics): DraftStatistics["kinds"] {
  return kinds.toSorted((one, other) => other.counts.offered - one.counts.offered);
}

/** How long people took, as they would say it. */
export function formatSpan(seconds: number): string {
  if (seconds < 3_600) return formatWait(seconds);
  if (seconds < 2 * 86_400) return plural(Math.round(seconds / 3_600), "hour");
  return plural(Math.round(seconds / 86_400), "day");
}

const overtaken: Record<NonNullable<AgentDraft["suggestion"]["outdated_by"]>, string> = {
  newer_text: "They wrote again before anybody decided.",
  team_reply: "Somebody answered in their own words.",
  later_draft: "The agent drafted again.",
  forgotten: "What it said was forgotten.",
};

/** What became of it beyond its outcome. */
export function afterwards({ suggestion, delivery }: AgentDraft): string | null {
  if (suggestion.outdated_by) return overtaken[suggestion.outdated_by];
  return delivery ? deliveryWords[delivery].label : null;
}

/** What was drafted, and what left instead; the same twice where nothing was changed. */
export function textsOf({ suggestion, sent_text }: AgentDraft): { drafted: string; sent: string } | null {
  const drafted = suggestion.options?.[suggestion.picked ?? 0]?.body;
  return drafted === undefined ? null : { drafted, sent: sent_text ?? drafted };
}
