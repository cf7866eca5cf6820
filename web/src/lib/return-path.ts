/**
 * The path to go to after sign-in, or `/`. The value comes from the address bar, so anything that could leave this
 * origin is refused: other hosts, other schemes, and the `//host` and `/\host` forms browsers read as one.
 */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== "string" || !value.startsWith("/")) return "/";
  try {
    const origin = globalThis.location.origin;
    const url = new URL(value, origin);
    if (url.origin !== origin || url.pathname.startsWith("//")) return "/";
    if (url.pathname === "/sign-in") return "/";
    return url.pathname + url.search + url.hash;
  } catch {
    return "/";
  }
}
