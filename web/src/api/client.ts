import createClient, { type Middleware } from "openapi-fetch";
import { ApiError, apiErrorFrom, unreachable } from "./error";
import type { paths } from "./schema";

let csrfToken: string | null = null;

/** Every answer that describes the session carries the token its unsafe requests must repeat. */
export function rememberCsrfToken(token: string | null): void {
  csrfToken = token;
}

/** What a request that does not go through the client must send to be accepted. */
export function csrfHeaders(): Record<string, string> {
  return csrfToken === null ? {} : { "x-csrf-token": csrfToken };
}

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

const csrf: Middleware = {
  onRequest({ request }) {
    if (csrfToken !== null && !safeMethods.has(request.method))
      request.headers.set("x-csrf-token", csrfToken);
    return request;
  },
  onError: ({ error }) =>
    error instanceof DOMException && error.name === "AbortError" ? error : unreachable(),
};

export const client = createClient<paths>({
  baseUrl: globalThis.location.origin,
  // Looked up per call, so that tests can put a server in its place.
  fetch: (request) => globalThis.fetch(request),
});
client.use(csrf);

/** Turns the answer of an openapi-fetch call into its data, or throws an `ApiError`. */
export async function unwrap<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    // A body that is not JSON under a success status comes from a proxy, not from Steward.
    if (cause instanceof SyntaxError) {
      throw new ApiError({
        status: 0,
        code: "unexpected_response",
        message: "The server's answer is not readable.",
      });
    }
    throw cause;
  });
  if (!response.ok) throw apiErrorFrom(response, error);
  return data as Data;
}
