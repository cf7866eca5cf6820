/** Every way a call can fail, in one shape the UI can show. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly field: string | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(init: {
    status: number;
    code: string;
    message: string;
    field?: string | null;
    requestId?: string | null;
    retryAfterSeconds?: number | null;
  }) {
    super(init.message);
    this.status = init.status;
    this.code = init.code;
    this.field = init.field ?? null;
    this.requestId = init.requestId ?? null;
    this.retryAfterSeconds = init.retryAfterSeconds ?? null;
  }
}

const signInFailures = new Set(["invalid_credentials", "invalid_link"]);

/** True when the session is gone, as opposed to a sign-in that was refused. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && !signInFailures.has(error.code);
}

/** Reads the error envelope. A proxy may answer with something else, which still becomes an `ApiError`. */
export function apiErrorFrom(response: Response, body: unknown): ApiError {
  const envelope = envelopeOf(body);
  const retryAfter = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  return new ApiError({
    status: response.status,
    code: envelope?.code ?? "unexpected_response",
    message: envelope?.message ?? `The server answered with status ${response.status}.`,
    field: envelope?.field ?? null,
    requestId: response.headers.get("x-request-id"),
    retryAfterSeconds: Number.isNaN(retryAfter) ? null : retryAfter,
  });
}

export function unreachable(): ApiError {
  return new ApiError({
    status: 0,
    code: "unreachable",
    message: "The server cannot be reached. Check your connection and try again.",
  });
}

function envelopeOf(body: unknown): { code: string; message: string; field?: string } | null {
  if (typeof body !== "object" || body === null || !("error" in body)) return null;
  const error = body.error;
  if (typeof error !== "object" || error === null || !("code" in error) || !("message" in error)) return null;
  if (typeof error.code !== "string" || typeof error.message !== "string") return null;
  const field = "field" in error && typeof error.field === "string" ? error.field : undefined;
  return { code: error.code, message: error.message, ...(field !== undefined && { field }) };
}
