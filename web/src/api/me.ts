import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { dropDrafts } from "@/lib/drafts";
import { dismissAllToasts } from "@/lib/toast";
import { client, rememberCsrfToken, unwrap } from "./client";
import { keys } from "./keys";
import type { components } from "./schema";
import type { Me } from "./types";

export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: async ({ signal }) => remember(await unwrap(client.GET("/v1/me", { signal }))),
  staleTime: 60_000,
  // Another tab may have signed in as somebody else meanwhile, which changes the CSRF token.
  refetchOnWindowFocus: "always",
});

/** By which ways one can be told that a person must look. */
export const alertsQuery = queryOptions({
  queryKey: keys.alerts,
  queryFn: ({ signal }) => unwrap(client.GET("/api/me/alerts", { signal })),
});

export function isAdmin(me: Me): boolean {
  return me.member.role !== "member";
}

export const signIn = mutationOptions({
  mutationFn: async (body: { email: string; password: string }) =>
    remember(await unwrap(client.POST("/auth/sign-in", { body }))),
  onSuccess: startSession,
});

export const redeemLink = mutationOptions({
  mutationFn: async (token: string) => remember(await unwrap(client.POST("/auth/link", { body: { token } }))),
  onSuccess: startSession,
});

export const signOut = mutationOptions({
  mutationFn: () => unwrap(client.POST("/auth/sign-out")),
});

export const updateProfile = mutationOptions({
  mutationFn: (body: components["schemas"]["MeChange"]) => unwrap(client.PATCH("/api/me", { body })),
  onSuccess: (_data, _input, _result, { client: cache }) =>
    Promise.all([
      cache.invalidateQueries({ queryKey: keys.me }),
      cache.invalidateQueries({ queryKey: keys.members }),
    ]),
});

export const changePassword = mutationOptions({
  mutationFn: (body: { current_password?: string; new_password: string }) =>
    unwrap(client.PUT("/api/me/password", { body })),
});

/** Forgets everything a member saw. Call it once their pages are gone, or those would fetch it all again. */
export function endSession(cache: QueryClient): void {
  rememberCsrfToken(null);
  dismissAllToasts();
  dropDrafts();
  cache.removeQueries();
}

function startSession(
  me: Me,
  _input: unknown,
  _result: unknown,
  { client: cache }: { client: QueryClient },
): void {
  cache.removeQueries();
  cache.setQueryData(keys.me, me);
}

function remember(me: components["schemas"]["Me"]): Me {
  rememberCsrfToken(me.csrf_token ?? null);
  return me as Me;
}
