import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { keys } from "./keys";
import type { AgentConfigChange } from "./types";

/** How the member's own agent is. It is there once it was used or changed. */
export const myAgentQuery = queryOptions({
  queryKey: keys.myAgent,
  queryFn: ({ signal }) => unwrap(client.GET("/v1/agent/config", { signal })),
});

export const changeMyAgent = mutationOptions({
  mutationFn: (body: AgentConfigChange) => unwrap(client.PUT("/v1/agent/config", { body })),
  onSuccess: (config, _input, _result, { client: cache }) => {
    cache.setQueryData(keys.myAgent, config);
    return Promise.all([
      cache.invalidateQueries({ queryKey: keys.agents }),
      cache.invalidateQueries({ queryKey: keys.names }),
    ]);
  },
});

/** The models that are set up, as an agent's settings name them. Agents answer by the same list, and are left out. */
export const modelsQuery = queryOptions({
  queryKey: keys.models,
  queryFn: async ({ signal }) => {
    const { data } = await unwrap(client.GET("/v1/models", { signal }));
    return data.map(({ id }) => id).filter((id) => id.includes(":") && !id.startsWith("steward:"));
  },
  staleTime: 300_000,
});
