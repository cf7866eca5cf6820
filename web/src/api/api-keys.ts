import { infiniteQueryOptions, mutationOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { keys } from "./keys";
import { pageSize, paging } from "./paging";
import type { Scope } from "./types";

export const apiKeysQuery = infiniteQueryOptions({
  queryKey: keys.apiKeys,
  queryFn: ({ pageParam, signal }) =>
    unwrap(client.GET("/api/keys", { params: { query: { limit: pageSize, cursor: pageParam } }, signal })),
  ...paging,
});

export const createApiKey = mutationOptions({
  mutationFn: (body: { name: string; scopes: Scope[]; expires_at?: string }) =>
    unwrap(client.POST("/api/keys", { body })),
  // The answer holds the token, which is shown once and must not stay in memory after that.
  gcTime: 0,
  onSuccess: (_data, _input, _result, { client: cache }) =>
    cache.invalidateQueries({ queryKey: keys.apiKeys }),
});

export const revokeApiKey = mutationOptions({
  mutationFn: (id: string) =>
    unwrap(client.DELETE("/api/keys/{key_id}", { params: { path: { key_id: id } } })),
  onSuccess: (_data, _input, _result, { client: cache }) =>
    cache.invalidateQueries({ queryKey: keys.apiKeys }),
});
