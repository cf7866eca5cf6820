import type { ThreadItem } from "@/api/types";

/** The place of what was said at a moment; `later` while that is not among the items, which are in their order. */
export function placeAt(items: readonly ThreadItem[], at: string | undefined): number | "later" | null {
  if (at === undefined) return null;
  const exact = items.find((item) => item.created_at === at);
  if (exact) return exact.seq;
  const moment = new Date(at).getTime();
  const after = items.some((item) => new Date(item.created_at).getTime() > moment);
  if (!after) return "later";
  // It was forgotten since: what stood before it is the nearest there is.
  return items.findLast((item) => new Date(item.created_at).getTime() <= moment)?.seq ?? null;
}
