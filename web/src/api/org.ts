import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { keys } from "./keys";

export const orgQuery = queryOptions({
  queryKey: keys.org,
  queryFn: ({ signal }) => unwrap(client.GET("/api/org", { signal })),
});

export const updateOrg = mutationOptions({
  mutationFn: (body: { name: string }) => unwrap(client.PATCH("/api/org", { body })),
  onSuccess: (_data, _input, _result, { client: cache }) =>
    Promise.all([
      cache.invalidateQueries({ queryKey: keys.org }),
      cache.invalidateQueries({ queryKey: keys.me }),
    ]),
});
