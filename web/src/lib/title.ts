/** The document title of a page, for a route's `head`. */
export function titled(...parts: string[]) {
  return { meta: [{ title: [...parts, "Steward"].join(" · ") }] };
}
