import { ApiError } from "@/api/error";
import { formatWait } from "@/lib/format";

/** Says in the person's words why a sign-in did not work. */
export function signInFailure(error: unknown): Error | null {
  if (error === null || error === undefined) return null;
  return new Error(explain(error));
}

function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return "Something went wrong. Load the page again and retry.";
  switch (error.code) {
    case "invalid_credentials":
      return "The email address or the password is wrong.";
    case "invalid_link":
      return "This sign-in link has expired or was already used. Ask an admin for a new one.";
    case "rate_limited":
      return error.retryAfterSeconds === null
        ? "Too many attempts. Wait a while and try again."
        : `Too many attempts. Try again in ${formatWait(error.retryAfterSeconds)}.`;
    default:
      return error.message;
  }
}
