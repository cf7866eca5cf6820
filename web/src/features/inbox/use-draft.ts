import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { keys } from "@/api/keys";

export interface Draft {
  text: string;
  /** The reply of an agent it began as, which is sent as that: what becomes of drafts is kept. */
  from: { suggestion: string; option: number } | null;
  /** Made up when it is sent first, and the same for another try of the same words. */
  clientId: string | null;
}

export const noDraft: Draft = { text: "", from: null, clientId: null };

/**
 * What somebody began to write in a conversation. It stays while they look at others, and goes with the session: that is
 * why it stands among what was asked of the server.
 */
export function useDraft(threadId: string) {
  const cache = useQueryClient();
  const queryKey = keys.inboxDraft(threadId);
  const { data: draft = noDraft } = useQuery<Draft>({
    queryKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const change = (next: (before: Draft) => Draft) =>
    cache.setQueryData<Draft>(queryKey, (before = noDraft) => next(before));
  return { draft, change };
}
