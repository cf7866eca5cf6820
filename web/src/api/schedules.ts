import { infiniteQueryOptions, mutationOptions, type QueryClient } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { keys } from "./keys";
import { pageSize, paging } from "./paging";
import type { NewSchedule, Schedule } from "./types";

export const schedulesQuery = infiniteQueryOptions({
  queryKey: keys.schedules,
  queryFn: ({ pageParam, signal }) =>
    unwrap(
      client.GET("/api/schedules", { params: { query: { limit: pageSize, cursor: pageParam } }, signal }),
    ),
  ...paging,
});

export const createSchedule = mutationOptions({
  mutationFn: (body: NewSchedule) => unwrap(client.POST("/api/schedules", { body })),
  onSuccess: refresh,
});

/** The API replaces a schedule as a whole: everything but the switch is sent back as it was. */
export const switchSchedule = ({ id, name, text, revision, misfire, ...schedule }: Schedule) =>
  mutationOptions({
    mutationFn: (enabled: boolean) => {
      const time = schedule.cron
        ? { cron: schedule.cron, zone: schedule.zone }
        : { at: schedule.next_at ?? null, zone: schedule.zone };
      return unwrap(
        client.PUT("/api/schedules/{schedule_id}", {
          params: { path: { schedule_id: id } },
          body: { name, text, revision, misfire, enabled, ...time },
        }),
      );
    },
    // Also after a refusal, which usually means that somebody else has changed it.
    onSettled: (_data, _error, _input, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: keys.schedules }),
  });

export const deleteSchedule = (id: string) =>
  mutationOptions({
    mutationFn: () =>
      unwrap(client.DELETE("/api/schedules/{schedule_id}", { params: { path: { schedule_id: id } } })),
    onSuccess: refresh,
  });

function refresh(
  _data: unknown,
  _input: unknown,
  _result: unknown,
  { client: cache }: { client: QueryClient },
) {
  return cache.invalidateQueries({ queryKey: keys.schedules });
}
