import type { Hit, Passage, SearchRequest } from "@/api/types";
import type { CitedSearch } from "./cited-search.logic";

const most = 50;

export function requestFor(id: string, { near, day, source, scope }: CitedSearch): SearchRequest {
  return {
    query: near ?? id,
    limit: most,
    ...(day && { after: `${day}T00:00:00Z`, before: nextDay(day) }),
    ...(source && { sources: [source] }),
    ...(scope && { scopes: [...new Set([scope, "member", "org"])] }),
  };
}

/** The passage whose id ends like that. */
export function citedIn(hits: readonly Hit[], end: string): Passage | undefined {
  return hits.find(({ passage }) => passage.id.endsWith(end))?.passage;
}

function nextDay(day: string): string {
  return new Date(new Date(`${day}T00:00:00Z`).getTime() + 86_400_000).toISOString();
}
