import type { Hit, Passage, SearchRequest } from "@/api/types";
import { scopeOf } from "./scope.logic";

/** What the address of a citation says beside the end of the passage's id. */
export interface CitedSearch {
  /** Its words, or those around the citation. */
  near?: string;
  /** The day it is from, in UTC. */
  day?: string;
  source?: string;
  /** Whose memory it may also be in. */
  scope?: string;
}

const most = 50;
const dayForm = /^\d{4}-\d\d-\d\d$/;

export function readCitedSearch({ near, day, source, scope }: Record<string, unknown>): CitedSearch {
  return {
    ...(near !== undefined && near !== "" && { near: String(near) }),
    ...(typeof day === "string" && dayForm.test(day) && { day }),
    ...(typeof source === "string" && /^[a-z_]+$/.test(source) && { source }),
    ...(scopeOf(scope) !== undefined && { scope: String(scope) }),
  };
}

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
