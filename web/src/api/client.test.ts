import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { failure, nothing, server } from "@/test/server";
import { client, rememberCsrfToken, unwrap } from "./client";
import { ApiError, isSignedOut } from "./error";

const getMe = () => unwrap(client.GET("/v1/me"));
const patchOrg = () => unwrap(client.PATCH("/api/org", { body: { name: "Harbour" } }));

async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return error;
}

test("unsafe requests carry the CSRF token and safe ones do not", async () => {
  const tokens: (string | null)[] = [];
  const record = ({ request }: { request: Request }) => {
    tokens.push(request.headers.get("x-csrf-token"));
    return HttpResponse.json({});
  };
  server.use(http.get("*/v1/me", record), http.patch("*/api/org", record));
  rememberCsrfToken("csrf-7");
  await getMe();
  await patchOrg();
  expect(tokens).toEqual([null, "csrf-7"]);
});

test("an error envelope becomes an ApiError with its field, request id and wait", async () => {
  server.use(
    http.patch("*/api/org", () =>
      failure(429, { code: "rate_limited", message: "Slow down.", field: "name" }, { "retry-after": "42" }),
    ),
  );
  expect(await errorOf(patchOrg())).toMatchObject({
    status: 429,
    code: "rate_limited",
    message: "Slow down.",
    field: "name",
    requestId: "req-1",
    retryAfterSeconds: 42,
  });
});

test.each([
  ["text", new HttpResponse("Bad gateway", { status: 502 })],
  ["another shape", HttpResponse.json({ error: "no" }, { status: 502 })],
  ["nothing", new HttpResponse(null, { status: 502 })],
])("a failure with %s in its body is still an ApiError", async (_name, response) => {
  server.use(http.get("*/v1/me", () => response.clone()));
  expect(await errorOf(getMe())).toMatchObject({ status: 502, code: "unexpected_response" });
});

test("a success that is not JSON is an ApiError", async () => {
  server.use(http.get("*/v1/me", () => new HttpResponse("<html>", { status: 200 })));
  expect(await errorOf(getMe())).toMatchObject({ code: "unexpected_response" });
});

test("a lost connection is an ApiError that says so", async () => {
  server.use(http.get("*/v1/me", () => HttpResponse.error()));
  expect(await errorOf(getMe())).toMatchObject({ status: 0, code: "unreachable" });
});

test("an empty answer is a success", async () => {
  server.use(http.post("*/auth/sign-out", nothing));
  await expect(unwrap(client.POST("/auth/sign-out"))).resolves.toBeUndefined();
});

test("only a 401 that is not a refused sign-in means signed out", () => {
  const error = (status: number, code: string) => new ApiError({ status, code, message: "" });
  expect(isSignedOut(error(401, "unauthorized"))).toBe(true);
  expect(isSignedOut(error(401, "invalid_credentials"))).toBe(false);
  expect(isSignedOut(error(401, "invalid_link"))).toBe(false);
  expect(isSignedOut(error(403, "forbidden"))).toBe(false);
  expect(isSignedOut(new Error("401"))).toBe(false);
});
