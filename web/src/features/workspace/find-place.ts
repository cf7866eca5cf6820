import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/error";
import { fileQuery, folderQuery, historyQuery } from "@/api/workspace";
import { looksLikeFile } from "@/lib/workspace-path";

/** The path in an address. Some write a slash behind a folder. */
export function pathOf({ _splat = "" }: { _splat?: string }): string {
  return _splat.replace(/\/+$/, "");
}

/** What lies at a path. Fetched anew each time, so that what is gone is not shown from the cache. */
export async function findPlace(cache: QueryClient, path: string): Promise<"folder" | "file"> {
  if (looksLikeFile(path) && (await isFile(cache, path))) return "file";
  await cache.fetchInfiniteQuery(folderQuery(path));
  return "folder";
}

/** A deleted file is one too: its versions are kept. */
async function isFile(cache: QueryClient, path: string): Promise<boolean> {
  if (await cache.fetchQuery(fileQuery(path))) return true;
  try {
    const { pages } = await cache.fetchInfiniteQuery(historyQuery(path));
    return pages.some(({ revisions }) => revisions.length > 0);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}
