/** What the address of the search page says. */
export interface SearchState {
  q?: string;
  /** Sources, with commas between them. */
  source?: string;
  tag?: string;
  /** Days, both included. */
  after?: string;
  before?: string;
  scope?: string;
}

const texts = ["q", "source", "tag", "after", "before"] as const;

export function readSearch(search: Record<string, unknown>): SearchState {
  const given = texts.filter((name) => search[name] !== undefined && search[name] !== "");
  return Object.fromEntries(given.map((name) => [name, String(search[name])]));
}
