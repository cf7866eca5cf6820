import { ApiError } from "@/api/error";

/** About a minute in all, which is longer than a restart takes. */
export const usualPauses = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000] as const;

/** A connection that broke, as opposed to something the server said. Browsers report the former as a type error. */
export function isDropped(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 0 || error.status >= 502;
  return error instanceof TypeError;
}

export function inWords(error: unknown): string {
  if (error instanceof TypeError) return "The connection was lost. What was said is kept.";
  return error instanceof Error ? error.message : "Something went wrong.";
}
