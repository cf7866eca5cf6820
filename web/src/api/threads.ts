import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { keys } from "./keys";
import { memoryKeys } from "./memory-keys";
import { pageSize, paging } from "./paging";

const itemsPage = 100;

export const threadsQuery = infiniteQueryOptions({
  queryKey: keys.threads,
  queryFn: ({ pageParam, signal }) =>
    unwrap(client.GET("/api/threads", { params: { query: { limit: pageSize, cursor: pageParam } }, signal })),
  ...paging,
});

export const threadSummariesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: memoryKeys.threadSummaries(id),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/api/threads/{thread_id}/summaries", {
          params: { path: { thread_id: id }, query: { limit: pageSize, cursor: pageParam } },
          signal,
        }),
      ),
    ...paging,
  });

/** The items of a whole thread, or from one place to another, both included. A page goes on after the last place of the page before. */
export const threadItemsQuery = (id: string, from = 1, to?: number) =>
  infiniteQueryOptions({
    queryKey: memoryKeys.threadItems(id, from, to),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/api/threads/{thread_id}/items", {
          params: {
            path: { thread_id: id },
            query: {
              after_seq: pageParam,
              ...(to !== undefined && { before_seq: to + 1 }),
              limit: itemsPage,
            },
          },
          signal,
        }),
      ),
    initialPageParam: from - 1,
    getNextPageParam: ({ items }) => (items.length < itemsPage ? undefined : items.at(-1)?.seq),
  });

export const threadContextQuery = (id: string) =>
  queryOptions({
    queryKey: memoryKeys.threadContext(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/threads/{thread_id}/context", { params: { path: { thread_id: id } }, signal })),
  });
