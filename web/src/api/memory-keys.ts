import type { BlockPlace, SearchRequest } from "./types";

/** Every query key of what is remembered, so that invalidation never guesses. */
export const memoryKeys = {
  all: ["memory"],
  indexStats: ["memory", "stats"],
  blocks: ["memory", "blocks"],
  blockLists: ["memory", "blocks", "list"],
  blockList: (scope: string) => ["memory", "blocks", "list", scope],
  block: (place: BlockPlace) => ["memory", "blocks", "one", place],
  blockVersions: (place: BlockPlace) => ["memory", "blocks", "versions", place],
  noteList: (filter: { scope: string; tag?: string }) => ["memory", "notes", filter],
  documentLists: ["memory", "documents", "list"],
  documentList: (scope: string) => ["memory", "documents", "list", scope],
  document: (id: string) => ["memory", "documents", "one", id],
  documentPassages: (id: string) => ["memory", "documents", "passages", id],
  memorySearch: (request: SearchRequest) => ["memory", "search", request],
  threadSummaries: (id: string) => ["memory", "threads", id, "summaries"],
  threadItems: (id: string, from: number, to?: number) => ["memory", "threads", id, "items", from, to],
  threadContext: (id: string) => ["memory", "threads", id, "context"],
} as const;
