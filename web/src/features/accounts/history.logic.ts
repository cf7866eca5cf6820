import type { Account, AccountSource, HistoryEntry } from "@/api/types";

export interface ShownEntry {
  entry: HistoryEntry;
  /** Whether it is what was written. Nothing is known of what follows a break. */
  proof: "verified" | "broken" | "unknown";
}

/** The history, newest first, and how far it can be trusted. */
export function shownHistory({ history, verified }: Pick<Account, "history" | "verified">): ShownEntry[] {
  const broken = verified.break;
  // What is wrong elsewhere, with the state or a source, leaves the chain what it is.
  const place = broken?.entry ? history.findIndex(({ id }) => id === broken.entry) : history.length;
  return history
    .map((entry, index): ShownEntry => {
      if (index === place) return { entry, proof: "broken" };
      return { entry, proof: index < place ? "verified" : "unknown" };
    })
    .reverse();
}

const kinds = [
  { kind: "email", label: "Emails" },
  { kind: "call", label: "Calls" },
  { kind: "sms", label: "Text messages" },
] as const;

/** Of an account as it was at the end of a day, what had happened and was kept by then. */
export function untilDay({ history, sources, as_of }: Pick<Account, "history" | "sources" | "as_of">) {
  if (!as_of) return { history, sources };
  const isThere = ({ at }: { at: string }) => at.slice(0, as_of.length) <= as_of;
  return { history: history.filter(isThere), sources: sources.filter(isThere) };
}

/** The sources by kind, the newest of each first. */
export function sourceGroups(sources: readonly AccountSource[]) {
  return kinds
    .map(({ kind, label }) => ({
      kind,
      label,
      sources: sources.filter((source) => source.kind === kind).toReversed(),
    }))
    .filter((group) => group.sources.length > 0);
}

/** Evidence that is a file can be opened. */
export function evidencePath(evidence: string): string | null {
  return /^accounts\/\S+\.(md|txt|json)$/.test(evidence) ? evidence : null;
}
