import { ApiError } from "./error";

/** Whether nobody answered, or a proxy did in place of a server that is down: nothing that was decided. */
export function isAway(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "unreachable" || error.status >= 502);
}

/** Whether the server answers again. Asked without the client, whose answers are for people. */
export async function isBack(signal: AbortSignal): Promise<boolean> {
  try {
    return (await globalThis.fetch("/health", { signal })).ok;
  } catch {
    return false;
  }
}
