import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { keys } from "./keys";

/** What arrives is not told as it happens, and whoever looks at a phone waits for it. */
const interval = 2_000;

/** Whether lines can have the phone on the screen as their carrier. */
export const phoneQuery = queryOptions({
  queryKey: keys.phone,
  queryFn: ({ signal }) => unwrap(client.GET("/api/phone", { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What somebody with this number sees of their conversation with a line, the newest first. */
export const phoneMessagesQuery = (line: string, number: string) =>
  queryOptions({
    queryKey: keys.phoneMessages(line, number),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/phone/{line_id}/messages", {
          params: { path: { line_id: line }, query: { number } },
          signal,
        }),
      ),
    enabled: number !== "",
    refetchInterval: interval,
  });

/** Writes on the phone. The same `client_id` a second time writes nothing a second time. */
export const writeOnPhone = (line: string) =>
  mutationOptions({
    mutationFn: (body: { number: string; text: string; client_id: string }) =>
      unwrap(client.POST("/api/phone/{line_id}/messages", { params: { path: { line_id: line } }, body })),
    onSuccess: (_data, _input, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: keys.inbox }),
  });
