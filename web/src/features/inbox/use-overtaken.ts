import { useInfiniteQuery, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ApiError } from "@/api/error";
import { inboxMessagesQuery } from "@/api/inbox";
import { meQuery } from "@/api/me";
import { namesQuery } from "@/api/names";
import { suggestionQuery } from "@/api/suggestions";
import type { InboxMessage, Suggestion } from "@/api/types";
import type { DraftedReply } from "@/lib/drafts";
import { overtakenWords } from "./words.logic";

/** What happened to the reply that a text began as, in words; nothing while it may be sent. */
export function useOvertaken(threadId: string, from: DraftedReply | null): string | null {
  const { member } = useSuspenseQuery(meQuery).data;
  const { data, error } = useQuery({
    ...suggestionQuery(from?.suggestion ?? ""),
    enabled: from !== null,
  });
  const said = useInfiniteQuery(inboxMessagesQuery(threadId)).data?.pages[0]?.items ?? [];
  const names = useQuery(namesQuery).data;
  if (from === null) return null;
  if (isGone(error)) return "The drafts are no longer there.";
  if (data === undefined) return null;
  const by = decidedBy(data, said);
  return overtakenWords(data, by === member.id ? "You" : (names?.anything(by ?? "") ?? "Somebody"));
}

/** Whether what was asked about is not there any more. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Who decided; where nobody did, who of the team answered since. */
function decidedBy({ decided_by, created_at }: Suggestion, said: readonly InboxMessage[]) {
  if (decided_by) return decided_by;
  const since = Date.parse(created_at);
  return said.find(({ member_id, at }) => member_id && Date.parse(at) > since)?.member_id;
}
