import type { Hit, SearchRequest } from "@/api/types";
import type { SearchState } from "./search-state.logic";

export function sourcesOf(state: SearchState): string[] {
  return (state.source ?? "").split(",").filter((source) => source !== "");
}

/** The state with a source put in or taken out. */
export function toggled(state: SearchState, source: string): SearchState {
  const chosen = sourcesOf(state);
  const next = chosen.includes(source) ? chosen.filter((one) => one !== source) : [...chosen, source];
  const { source: _, ...rest } = state;
  return next.length === 0 ? rest : { ...rest, source: next.join(",") };
}

export function requestOf(state: SearchState, limit: number): SearchRequest {
  const sources = sourcesOf(state);
  const after = startOf(state.after, 0);
  const before = startOf(state.before, 1);
  return {
    query: state.q ?? "",
    limit,
    ...(state.scope && { scopes: [state.scope] }),
    ...(sources.length > 0 && { sources }),
    ...(state.tag && { tags: [state.tag] }),
    ...(after && { after }),
    ...(before && { before }),
  };
}

/** The first moment of a day, or of the one `later` days after it, where the reader is. */
function startOf(day: string | undefined, later: number): string | undefined {
  const date = new Date(`${day}T00:00:00`);
  if (Number.isNaN(date.getTime())) return undefined;
  date.setDate(date.getDate() + later);
  return date.toISOString();
}

const reasons = [
  { part: "meaning", label: "Close in meaning" },
  { part: "words", label: "Has the words" },
  { part: "context", label: "The words stand nearby" },
  { part: "speaker", label: "Said by whom the search names" },
  { part: "time", label: "From the time the search names" },
  { part: "answer", label: "Follows such a question" },
  { part: "dated", label: "Says when" },
] as const;

/** Why something was found, each reason with its share from 0 to 1. */
export function reasonsFor(why: Hit["why"]): { label: string; share: number }[] {
  return reasons
    .map(({ part, label }) => ({ label, share: within(why[part]) }))
    .filter(({ share }) => share > 0);
}

/** How much of a bar is meaning and how much is words, together as long as the score is of the best. */
export function barOf({ score, why }: Hit, best: number): { meaning: number; words: number } {
  const meaning = within(why.meaning);
  const words = within(why.words);
  const length = best > 0 ? within(score / best) : 0;
  const both = meaning + words;
  return both === 0
    ? { meaning: length, words: 0 }
    : { meaning: (length * meaning) / both, words: (length * words) / both };
}

function within(share: number): number {
  return Math.min(Math.max(share, 0), 1);
}
