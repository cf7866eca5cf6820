import { useSyncExternalStore } from "react";

export interface DraftedReply {
  suggestion: string;
  option: number;
  /** What it said before anybody changed it. */
  body: string;
}

export interface Draft {
  text: string;
  /** The reply of an agent it began as, which is sent as that: what becomes of drafts is kept. */
  from: DraftedReply | null;
  /** Made up when it is sent first, and the same for another try of the same words. */
  clientId: string | null;
}

export const noDraft: Draft = { text: "", from: null, clientId: null };

const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

/** What somebody began to write in a conversation. It stays while they look at others. */
export function useDraft(threadId: string) {
  // Told at once and not through the query cache, which tells later: letters that are typed fast would be lost.
  const draft = useSyncExternalStore(subscribe, () => drafts.get(threadId) ?? noDraft);
  const change = (next: (before: Draft) => Draft) => {
    drafts.set(threadId, next(drafts.get(threadId) ?? noDraft));
    tell();
  };
  return { draft, change };
}

/** Nothing of it is for whoever signs in next. */
export function dropDrafts(): void {
  drafts.clear();
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
