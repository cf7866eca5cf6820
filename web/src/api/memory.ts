import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { memoryKeys } from "./memory-keys";
import { pageSize, paging } from "./paging";
import type { BlockChange, BlockPlace, IndexStats, NewNote, SearchRequest } from "./types";

export const indexStatsQuery = queryOptions({
  queryKey: memoryKeys.indexStats,
  queryFn: ({ signal }) => unwrap(client.GET("/v1/rag/stats", { signal })),
  // Asked again soon while there is something to wait for.
  refetchInterval: ({ state }) => (state.data && isIndexing(state.data) ? 2_000 : 15_000),
});

export function isIndexing({ waiting, embedding }: IndexStats): boolean {
  const waits = waiting.items > 0 || waiting.files > 0 || waiting.passages > 0;
  return waits || Boolean(embedding.reembedding);
}

export const blocksQuery = (scope: string) =>
  queryOptions({
    queryKey: memoryKeys.blockList(scope),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/v1/agent/memory/blocks", { params: { query: { scope } }, signal })),
  });

export const blockQuery = (place: BlockPlace) =>
  queryOptions({
    queryKey: memoryKeys.block(place),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/v1/agent/memory/blocks/{label}", { params: paramsOf(place), signal })),
  });

export const blockVersionsQuery = (place: BlockPlace) =>
  infiniteQueryOptions({
    queryKey: memoryKeys.blockVersions(place),
    queryFn: ({ pageParam, signal }) => {
      const { path, query } = paramsOf(place);
      return unwrap(
        client.GET("/v1/agent/memory/blocks/{label}/versions", {
          params: { path, query: { ...query, limit: pageSize, cursor: pageParam } },
          signal,
        }),
      );
    },
    ...paging,
  });

export const putBlock = (place: BlockPlace) =>
  mutationOptions({
    mutationFn: (body: BlockChange) =>
      unwrap(client.PUT("/v1/agent/memory/blocks/{label}", { params: paramsOf(place), body })),
    onSuccess: refreshBlocks,
  });

export const undoBlock = (place: BlockPlace) =>
  mutationOptions({
    /** Back to a version, or by one change further than the last time; unless it is not the one that was seen any more. */
    mutationFn: (body: { seen: number; version?: number }) =>
      unwrap(client.POST("/v1/agent/memory/blocks/{label}/undo", { params: paramsOf(place), body })),
    onSuccess: refreshBlocks,
  });

export const deleteBlock = (place: BlockPlace) =>
  mutationOptions({
    mutationFn: () => unwrap(client.DELETE("/v1/agent/memory/blocks/{label}", { params: paramsOf(place) })),
    // Only the list: the deleted block's own page may still be on screen, and would fetch what is gone.
    onSuccess: (_data, _input, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: memoryKeys.blockLists }),
  });

export interface NoteFilter {
  scope: string;
  tag?: string;
}

export const notesQuery = (filter: NoteFilter) =>
  infiniteQueryOptions({
    queryKey: memoryKeys.noteList(filter),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/v1/agent/memory/archival", {
          params: { query: { ...filter, limit: pageSize, cursor: pageParam } },
          signal,
        }),
      ),
    ...paging,
  });

export const addNote = mutationOptions({
  mutationFn: (body: NewNote) => unwrap(client.POST("/v1/agent/memory/archival", { body })),
  onSuccess: refreshMemory,
});

export const searchQuery = (request: SearchRequest) =>
  queryOptions({
    queryKey: memoryKeys.memorySearch(request),
    queryFn: ({ signal }) => unwrap(client.POST("/v1/agent/memory/search", { body: request, signal })),
    enabled: request.query !== "",
    placeholderData: keepPreviousData,
  });

export const forgetPassage = (id: string) =>
  mutationOptions({
    mutationFn: () =>
      unwrap(
        client.POST("/v1/agent/memory/passages/{passage_id}/forget", {
          params: { path: { passage_id: id } },
        }),
      ),
    onSuccess: refreshMemory,
  });

function paramsOf({ label, scope, agentId }: BlockPlace) {
  return { path: { label }, query: { scope, ...(agentId !== null && { agent_id: agentId }) } };
}

function refreshBlocks(
  _data: unknown,
  _input: unknown,
  _result: unknown,
  { client: cache }: { client: QueryClient },
) {
  return cache.invalidateQueries({ queryKey: memoryKeys.blocks });
}

/** What is added or forgotten shows in lists, in searches and in the figures of the index. */
function refreshMemory(
  _data: unknown,
  _input: unknown,
  _result: unknown,
  { client: cache }: { client: QueryClient },
) {
  return cache.invalidateQueries({ queryKey: memoryKeys.all });
}
