import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { keys } from "./keys";
import { pageSize, paging } from "./paging";
import type { AgentChange, AgentReset, NewAgent } from "./types";

export const agentsQuery = infiniteQueryOptions({
  queryKey: keys.agentList,
  queryFn: ({ pageParam, signal }) =>
    unwrap(client.GET("/api/agents", { params: { query: { limit: pageSize, cursor: pageParam } }, signal })),
  ...paging,
});

export const agentQuery = (id: string) =>
  queryOptions({
    queryKey: keys.agent(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/agents/{agent_id}", { params: { path: { agent_id: id } }, signal })),
  });

export const createAgent = mutationOptions({
  mutationFn: (body: NewAgent) => unwrap(client.POST("/api/agents", { body })),
  onSuccess: refresh,
});

export const replaceAgent = (id: string) =>
  mutationOptions({
    mutationFn: (body: AgentChange) =>
      unwrap(client.PUT("/api/agents/{agent_id}", { params: { path: { agent_id: id } }, body })),
    onSuccess: refresh,
  });

export const resetAgent = (id: string) =>
  mutationOptions({
    mutationFn: (body: AgentReset) =>
      unwrap(client.POST("/api/agents/{agent_id}/reset", { params: { path: { agent_id: id } }, body })),
    onSuccess: refresh,
  });

export const deleteAgent = (id: string) =>
  mutationOptions({
    mutationFn: () => unwrap(client.DELETE("/api/agents/{agent_id}", { params: { path: { agent_id: id } } })),
    // Only the list: the deleted agent's own page may still be on screen, and would fetch what is gone.
    onSuccess: (_data, _input, _result, { client: cache }) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: keys.agentList }),
        cache.invalidateQueries({ queryKey: keys.names }),
      ]),
  });

function refresh(
  _data: unknown,
  _input: unknown,
  _result: unknown,
  { client: cache }: { client: QueryClient },
) {
  return Promise.all([
    cache.invalidateQueries({ queryKey: keys.agents }),
    cache.invalidateQueries({ queryKey: keys.names }),
  ]);
}
