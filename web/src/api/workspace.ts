import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { ApiError } from "./error";
import { pageSize } from "./paging";
import type { WorkspaceFile, WorkspaceFileHead, WorkspaceRead } from "./types";
import { workspaceKeys } from "./workspace-keys";

/** What lies in a folder; the root is the empty path. */
export const folderQuery = (path: string) =>
  infiniteQueryOptions({
    queryKey: workspaceKeys.folder(path),
    queryFn: ({ pageParam: after, signal }) =>
      unwrap(
        client.GET("/api/workspace/ls", {
          params: { query: { path, limit: pageSize, ...(after !== undefined && { after }) } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** A file as it is now; nothing if there is none at this path, or none any more. */
export const fileQuery = (path: string) =>
  queryOptions({
    queryKey: workspaceKeys.file(path),
    queryFn: async ({ signal }): Promise<WorkspaceFile | null> => {
      try {
        const file = await unwrap(client.GET("/api/workspace/read", { params: { query: { path } }, signal }));
        return isThere(file) ? file : null;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });

/** What a file was at one of its revisions. */
export const revisionQuery = (path: string, revision: number) =>
  queryOptions({
    queryKey: workspaceKeys.revision(path, revision),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/workspace/read", { params: { query: { path, revision } }, signal })),
  });

/** Every revision of a file, also of one that is deleted. */
export const historyQuery = (path: string) =>
  infiniteQueryOptions({
    queryKey: workspaceKeys.history(path),
    queryFn: ({ pageParam: before, signal }) =>
      unwrap(
        client.GET("/api/workspace/history", {
          params: { query: { path, limit: pageSize, ...(before !== undefined && { before }) } },
          signal,
        }),
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** What a change begins with: the file as it was read, or that there is none. */
type Before = Pick<WorkspaceFile, "sha256"> | null;

/** `onSaved` hears of it before the cache does: what one saved oneself is not somebody else's change. */
export const writeFile = (path: string, onSaved?: (file: WorkspaceFile) => void) =>
  mutationOptions({
    mutationFn: ({ content, before }: { content: string; before: Before }) =>
      unwrap(client.POST("/api/workspace/write", { body: { path, content }, headers: conditionOf(before) })),
    onSuccess: (head, { content }, _result, { client: cache }) => {
      const file = fileOf(head, content);
      onSaved?.(file);
      // The page shows what was written at once, and not for a moment what was there before.
      cache.setQueryData(fileQuery(path).queryKey, file);
      return refresh(cache);
    },
  });

export const restoreFile = (path: string) =>
  mutationOptions({
    mutationFn: ({ revision, before }: { revision: number; before: Before }) =>
      unwrap(
        client.POST("/api/workspace/restore", { body: { path, revision }, headers: conditionOf(before) }),
      ),
    onSuccess: (_data, _input, _result, { client: cache }) => refresh(cache),
  });

export const deleteEntry = (path: string) =>
  mutationOptions({
    mutationFn: (before: Before) =>
      unwrap(
        client.DELETE("/api/workspace/delete", {
          params: { query: { path } },
          headers: before ? conditionOf(before) : {},
        }),
      ),
    // Only the lists: the deleted file may still be on screen, and its page would say so before it is left.
    onSuccess: refreshFolders,
  });

/** An empty file, where there is none. */
export const makeFile = mutationOptions({
  mutationFn: async (path: string): Promise<void> => {
    const body = { path, content: "" };
    await unwrap(client.POST("/api/workspace/write", { body, headers: conditionOf(null) }));
  },
  onSuccess: refreshFolders,
});

export const makeFolder = mutationOptions({
  mutationFn: async (path: string): Promise<void> => {
    await unwrap(client.POST("/api/workspace/mkdir", { body: { path } }));
  },
  onSuccess: refreshFolders,
});

export function downloadHref(path: string): string {
  return `/api/workspace/download?path=${encodeURIComponent(path)}`;
}

function conditionOf(before: Before): Record<string, string> {
  return before ? { "If-Match": `"${before.sha256}"` } : { "If-None-Match": "*" };
}

function isThere(file: WorkspaceRead): file is WorkspaceFile {
  return !file.deleted && typeof file.content === "string" && typeof file.sha256 === "string";
}

function fileOf(head: WorkspaceFileHead, content: string): WorkspaceFile {
  return { ...head, content, deleted: false, latest_revision: head.revision };
}

function refreshFolders(
  _data: unknown,
  _input: unknown,
  _result: unknown,
  { client: cache }: { client: QueryClient },
) {
  return cache.invalidateQueries({ queryKey: workspaceKeys.folders });
}

function refresh(cache: QueryClient) {
  return cache.invalidateQueries({ queryKey: workspaceKeys.all });
}
