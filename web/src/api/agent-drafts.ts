import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { keys } from "./keys";
import { paging } from "./paging";

/** Few at a time: most people want to see the last of them. */
const pageSize = 10;

/** What the agent drafted, the newest first. */
export const agentDraftsQuery = (agentId: string) =>
  infiniteQueryOptions({
    queryKey: keys.agentDraftList(agentId),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/api/agents/{agent_id}/drafts", {
          params: { path: { agent_id: agentId }, query: { limit: pageSize, cursor: pageParam } },
          signal,
        }),
      ),
    ...paging,
  });

/** What became of it, over so many days or over all time. */
export const draftStatisticsQuery = (agentId: string, days: number | undefined) =>
  queryOptions({
    queryKey: keys.agentDraftStatistics(agentId, days),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/agents/{agent_id}/drafts/statistics", {
          params: { path: { agent_id: agentId }, query: { days } },
          signal,
        }),
      ),
  });
