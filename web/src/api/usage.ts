import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { keys } from "./keys";

/** What was spent from one day to another, both included. */
export const usageQuery = (range: { from: string; to: string }) =>
  queryOptions({
    queryKey: keys.usage(range),
    queryFn: async ({ signal }) =>
      (await unwrap(client.GET("/api/usage", { params: { query: range }, signal }))).items,
  });
