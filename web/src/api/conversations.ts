import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ChatMessage } from "./chat";
import { client, unwrap } from "./client";
import { keys } from "./keys";
import { pageSize, paging } from "./paging";
import type { Conversation } from "./types";

/** A conversation with the newest of its messages. */
export interface ConversationDetail {
  conversation: Conversation;
  messages: ChatMessage[];
  /** Where what was said earlier ends; nothing at the beginning. */
  earlier?: number | null;
}

/** Asked again while somebody looks: an answer may begin without them, such as after a reminder. */
const interval = 10_000;
const mostAnswers = 200;

export const conversationsQuery = infiniteQueryOptions({
  queryKey: keys.conversationList,
  queryFn: ({ pageParam, signal }) =>
    unwrap(
      client.GET("/api/conversations", { params: { query: { limit: pageSize, cursor: pageParam } }, signal }),
    ),
  ...paging,
  refetchInterval: interval,
});

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: keys.conversation(id),
    queryFn: ({ signal }) => readConversation(id, { signal }),
  });

/** What was said before the messages that are there. */
export function earlierMessages(id: string, before: number): Promise<ConversationDetail> {
  return readConversation(id, { before });
}

async function readConversation(
  id: string,
  { before, signal }: { before?: number; signal?: AbortSignal },
): Promise<ConversationDetail> {
  const params = { path: { conversation_id: id }, query: { ...(before !== undefined && { before }) } };
  const detail = await unwrap(
    client.GET("/api/conversations/{conversation_id}", { params, ...(signal && { signal }) }),
  );
  return detail as unknown as ConversationDetail;
}

/** What the answers of a conversation took, the newest first. An answer is called by the id of its turn. */
export const answersQuery = (thread: string) =>
  queryOptions({
    queryKey: keys.answers(thread),
    queryFn: async ({ signal }) => {
      const query = { thread, limit: mostAnswers };
      return (await unwrap(client.GET("/api/turns", { params: { query }, signal }))).items;
    },
    refetchInterval: interval,
  });

export const renameConversation = (id: string) =>
  mutationOptions({
    mutationFn: (title: string) =>
      unwrap(
        client.PATCH("/api/conversations/{conversation_id}", {
          params: { path: { conversation_id: id } },
          body: { title },
        }),
      ),
    onSuccess: refreshList,
  });

export const deleteConversation = (id: string) =>
  mutationOptions({
    mutationFn: () =>
      unwrap(
        client.DELETE("/api/conversations/{conversation_id}", { params: { path: { conversation_id: id } } }),
      ),
    onSuccess: refreshList,
  });

/** Ends the answer that is being written. Whoever reads it learns that from the stream. */
export async function stopAnswer(thread: string): Promise<void> {
  await unwrap(client.POST("/api/threads/{thread_id}/stop", { params: { path: { thread_id: thread } } }));
}

function refreshList(
  _data: unknown,
  _input: unknown,
  _result: unknown,
  { client: cache }: { client: QueryClient },
): Promise<void> {
  return cache.invalidateQueries({ queryKey: keys.conversationList });
}
