import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { keys } from "./keys";
import { pageSize, paging } from "./paging";

export type InboxFilter = "all" | "unread" | "needs_you";

/** Asked again while somebody looks: what a carrier does with a message is not told as it happens. */
const interval = 10_000;
const mostUnread = 100;

export const inboxQuery = (filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: keys.inboxList(filter),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/api/inbox", {
          params: { query: { filter, limit: pageSize, cursor: pageParam } },
          signal,
        }),
      ),
    ...paging,
  });

/** How many conversations have something that nobody of the team has read. */
export const unreadQuery = queryOptions({
  queryKey: keys.inboxUnread,
  queryFn: async ({ signal }) => {
    const query = { filter: "unread", limit: mostUnread } as const;
    return (await unwrap(client.GET("/api/inbox", { params: { query }, signal }))).items.length;
  },
  refetchInterval: 3 * interval,
});

export const inboxThreadQuery = (id: string) =>
  queryOptions({
    queryKey: keys.inboxThread(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/inbox/{thread_id}", { params: { path: { thread_id: id } }, signal })),
  });

/** What was said, the newest first: a page goes on with what was said before. */
export const inboxMessagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: keys.inboxMessages(id),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/api/inbox/{thread_id}/messages", {
          params: {
            path: { thread_id: id },
            query: { limit: pageSize, cursor: pageParam },
          },
          signal,
        }),
      ),
    ...paging,
    refetchInterval: interval,
  });

/** What the contact wrote last; nothing where all that was said lately came from us. */
export const lastInboundQuery = (id: string) =>
  queryOptions({
    queryKey: keys.inboxLastInbound(id),
    queryFn: async ({ signal }) => {
      const params = { path: { thread_id: id }, query: { limit: 20 } };
      const { items } = await unwrap(client.GET("/api/inbox/{thread_id}/messages", { params, signal }));
      return items.find((message) => message.direction === "in") ?? null;
    },
  });

/** Says something to the contact. The same `client_id` a second time says nothing a second time. */
export const sendMessage = (id: string) =>
  mutationOptions({
    mutationFn: (body: { text: string; client_id: string }) =>
      unwrap(client.POST("/api/inbox/{thread_id}/messages", { params: { path: { thread_id: id } }, body })),
    onSettled: refreshInbox,
  });

export const markRead = (id: string) =>
  mutationOptions({
    mutationFn: (upTo: string) =>
      unwrap(
        client.POST("/api/inbox/{thread_id}/read", {
          params: { path: { thread_id: id } },
          body: { up_to: upTo },
        }),
      ),
    onSettled: refreshInbox,
  });

/** Silences the agent while a person talks, or lets it answer again. */
export const changeHands = (id: string) =>
  mutationOptions({
    mutationFn: async (act: "take_over" | "hand_back"): Promise<void> => {
      const params = { path: { thread_id: id } };
      await (act === "take_over"
        ? unwrap(client.POST("/api/inbox/{thread_id}/take-over", { params }))
        : unwrap(client.POST("/api/inbox/{thread_id}/hand-back", { params })));
    },
    onSettled: refreshInbox,
  });

/** Waited for: what was written leaves its field only once it is among the messages. */
async function refreshInbox(
  _data: unknown,
  _error: Error | null,
  _input: unknown,
  _result: unknown,
  { client: cache }: { client: QueryClient },
): Promise<void> {
  void cache.invalidateQueries({ queryKey: keys.needs });
  await cache.invalidateQueries({ queryKey: keys.inbox });
}
