import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { keys } from "./keys";
import { paging } from "./paging";
import type { TurnDetail } from "./types";

export interface TurnFilter {
  agent?: string;
  thread?: string;
}

const pageSize = 25;

export const turnsQuery = (filter: TurnFilter) =>
  infiniteQueryOptions({
    queryKey: keys.turnList(filter),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/api/turns", {
          params: { query: { ...filter, limit: pageSize, cursor: pageParam } },
          signal,
        }),
      ),
    ...paging,
    refetchInterval: 10_000,
  });

export const turnQuery = (id: string) =>
  queryOptions({
    queryKey: keys.turn(id),
    queryFn: async ({ signal }) =>
      (await unwrap(
        client.GET("/api/turns/{turn_id}", { params: { path: { turn_id: id } }, signal }),
      )) as TurnDetail,
    // Only a turn that still runs can change.
    refetchInterval: ({ state }) => (state.data?.turn.state === "open" ? 2_000 : false),
  });

export const replayTurn = (id: string) =>
  mutationOptions({
    mutationFn: () =>
      unwrap(client.POST("/api/turns/{turn_id}/replay", { params: { path: { turn_id: id } } })),
  });
