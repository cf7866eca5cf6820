import type { InboxDetail, InboxMessage, InboxThread, MessageFile, Suggestion } from "@/api/types";
import { deliveryWords, type Words } from "@/lib/delivery";
import { formatDayOf, formatTime, plural } from "@/lib/format";

/** What became of a message that left us. What an agent wrote at night waits for the contact's morning. */
export function deliveryOf({ delivery, waits_until }: InboxMessage): Words | null {
  if (waits_until) return { label: `Waits until ${formatTime(waits_until)}`, tone: "neutral" };
  return delivery ? deliveryWords[delivery] : null;
}

/** Why a message stands where it does: in the carrier's words where there are any, with ours behind them. */
export function whyOf({ carrier_said, delivery_reason }: InboxMessage): { words?: string; title?: string } {
  const ours = delivery_reason ?? undefined;
  return carrier_said ? { words: carrier_said, title: ours } : { words: ours };
}

const skips: Record<NonNullable<InboxMessage["skipped"]>, string> = {
  opted_out: "Not answered: they have opted out.",
  media_only: "Not answered: there are no words in it that an agent could read.",
  no_agent: "Not answered: no agent is asked here.",
  keyword: "A word that carriers understand: no agent answers it.",
  taken_over: "The agent kept silent: a person has taken over.",
  unanswerable:
    "Cannot be answered: it came from a short code, a name or another service, not from a phone number.",
};

/** Why nobody answered a text by itself. */
export function skippedWords({ skipped }: InboxMessage): string | null {
  return skipped ? skips[skipped] : null;
}

const origins: Record<NonNullable<InboxMessage["ai_origin"]>, string | null> = {
  agent: null,
  suggestion: "drafted by the agent",
  suggestion_edited: "drafted by the agent, then changed",
};

/** Whose words they are, where that is not who sent them. */
export function originWords({ ai_origin }: InboxMessage): string | null {
  return ai_origin ? origins[ai_origin] : null;
}

/** What stands where a message cannot be read: pictures come without words, and what was forgotten without anything. */
export function noWords(text: string | null | undefined, files: number): string | null {
  if (text === null || text === undefined) return "What was said was forgotten.";
  if (text !== "") return null;
  return files > 0 ? plural(files, "file") : "Without words";
}

const pictures = new Set(["image/jpeg", "image/jpg", "image/png", "image/gif", "image/webp"]);

/** Whether a browser can show it, and it can do nothing else. */
export function isPicture({ content_type }: MessageFile): boolean {
  return pictures.has(content_type);
}

export function contactNameOf({ contact_name }: Pick<InboxThread, "contact_name">): string {
  return contact_name ?? "Unnamed contact";
}

/** What a person should know of a conversation before they open it, the most pressing first. */
export function marksOf(thread: InboxThread): Words[] {
  const marks: (Words | false)[] = [
    thread.escalated && { label: "Needs a person", tone: "danger" },
    thread.held && { label: "On hold", tone: "warning" },
    thread.waiting_suggestion && { label: "Drafts waiting", tone: "accent" },
    thread.opted_out && { label: "Opted out", tone: "warning" },
    thread.taken_over_by != null && {
      label: `Taken over by ${thread.taken_over_by.name}`,
      tone: "neutral",
    },
    ...answeringOf(thread),
  ];
  return marks.filter((mark) => mark !== false);
}

/** Who answers the contact, where that is not what their line says. Where people do, no agent is asked. */
export function answeringOf({ answering, answering_agent_name: agent, agent_name }: InboxThread): Words[] {
  if (answering === "people") return [{ label: "Only people", tone: "neutral" }];
  const marks: (Words | false)[] = [
    answering === "drafts" && { label: "Only drafts", tone: "neutral" },
    // The head names the conversation's own agent already.
    agent != null && {
      label: agent === agent_name ? "Chosen agent" : `Answered by ${agent}`,
      tone: "neutral",
    },
  ];
  return marks.filter((mark) => mark !== false);
}

/** Why nothing can be sent; nothing where something can. */
export function whyNotSent({ can_send, cannot_send_reason }: InboxDetail): string | null {
  return can_send ? null : (cannot_send_reason ?? "Nothing can be sent here.");
}

/** What became of drafted replies that somebody still has before them; nothing while they wait. */
export function overtakenWords({ state, outdated_by }: Suggestion, who: string): string | null {
  switch (state) {
    case "waiting":
      return null;
    case "sent":
      return `${who} answered meanwhile with one of the drafts.`;
    case "dismissed":
      return `${who} put the drafts aside meanwhile.`;
    case "outdated":
      return outdatedWords(outdated_by, who);
  }
}

function outdatedWords(by: Suggestion["outdated_by"], who: string): string {
  switch (by) {
    case "team_reply":
      return `${who} answered meanwhile.`;
    case "later_draft":
      return "The agent drafted again meanwhile.";
    case "forgotten":
      return "What the draft said was forgotten meanwhile.";
    default:
      return "They wrote again meanwhile, and the draft does not answer that.";
  }
}

/** Messages with the oldest first, by the days on which they were said. */
export function byDay(messages: readonly InboxMessage[], now: Date): [string, InboxMessage[]][] {
  const days = new Map<string, InboxMessage[]>();
  for (const message of messages) {
    const day = formatDayOf(message.at, now);
    days.set(day, [...(days.get(day) ?? []), message]);
  }
  return [...days];
}
