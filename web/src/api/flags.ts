import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { keys } from "./keys";
import type { FlagName } from "./types";

export const flagsQuery = queryOptions({
  queryKey: keys.flags,
  queryFn: ({ signal }) => unwrap(client.GET("/api/flags", { signal })),
});

export const setFlag = (name: FlagName) =>
  mutationOptions({
    mutationFn: (body: { enabled: boolean; reason?: string }) =>
      unwrap(client.PUT("/api/flags/{name}", { params: { path: { name } }, body })),
    // Also after a refusal: whoever may not do it should see what is so.
    onSettled: (_data, _error, _input, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: keys.flags }),
  });
