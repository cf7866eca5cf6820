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

const dayForm = /^\d{4}-\d\d-\d\d$/;

export function readCitedSearch({ near, day, source, scope }: Record<string, unknown>): CitedSearch {
  return {
    ...(near !== undefined && near !== "" && { near: String(near) }),
    ...(typeof day === "string" && dayForm.test(day) && { day }),
    ...(typeof source === "string" && /^[a-z_]+$/.test(source) && { source }),
    ...(scopeOf(scope) !== undefined && { scope: String(scope) }),
  };
}
