import { infiniteQueryOptions, mutationOptions, type QueryClient } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { keys } from "./keys";
import { pageSize, paging } from "./paging";
import type { NewLine } from "./types";

export const linesQuery = infiniteQueryOptions({
  queryKey: keys.lines,
  queryFn: ({ pageParam, signal }) =>
    unwrap(client.GET("/api/lines", { params: { query: { limit: pageSize, cursor: pageParam } }, signal })),
  ...paging,
});

export const createLine = mutationOptions({
  mutationFn: (body: NewLine) => unwrap(client.POST("/api/lines", { body })),
  onSuccess: refresh,
});

export const updateLine = (id: string) =>
  mutationOptions({
    /** An empty text as the agent is nobody. */
    mutationFn: (body: { label: string; agent_id: string }) =>
      unwrap(client.PATCH("/api/lines/{line_id}", { params: { path: { line_id: id } }, body })),
    onSuccess: refresh,
  });

export const deleteLine = (id: string) =>
  mutationOptions({
    mutationFn: () => unwrap(client.DELETE("/api/lines/{line_id}", { params: { path: { line_id: id } } })),
    onSuccess: refresh,
  });

function refresh(
  _data: unknown,
  _input: unknown,
  _result: unknown,
  { client: cache }: { client: QueryClient },
) {
  return cache.invalidateQueries({ queryKey: keys.lines });
}
