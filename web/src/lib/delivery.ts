import type { InboxMessage } from "@/api/types";

type Tone = "neutral" | "accent" | "warning" | "danger";

export interface Words {
  label: string;
  tone: Tone;
}

/** What became of a message that left us, as people read it. */
export const deliveryWords: Record<NonNullable<InboxMessage["delivery"]>, Words> = {
  pending: { label: "On its way", tone: "neutral" },
  inflight: { label: "On its way", tone: "neutral" },
  sent: { label: "Sent", tone: "neutral" },
  delivered: { label: "Delivered", tone: "neutral" },
  review: { label: "Waits for a decision", tone: "warning" },
  unknown: { label: "Nobody knows yet whether it was sent", tone: "warning" },
  failed: { label: "Failed", tone: "danger" },
  cancelled: { label: "Not sent", tone: "danger" },
  expired: { label: "Not sent in time", tone: "danger" },
};
