import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { keys } from "./keys";
import { pageSize, paging } from "./paging";
import type { IdentifierKind, Role } from "./types";

export const membersQuery = infiniteQueryOptions({
  queryKey: keys.memberList,
  queryFn: ({ pageParam, signal }) =>
    unwrap(client.GET("/api/members", { params: { query: { limit: pageSize, cursor: pageParam } }, signal })),
  ...paging,
});

export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: keys.member(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/members/{member_id}", { params: { path: { member_id: id } }, signal })),
  });

export const createMember = mutationOptions({
  mutationFn: (body: { name: string; role: Role; email?: string; phone?: string }) =>
    unwrap(client.POST("/api/members", { body })),
  onSuccess: refresh,
});

export const updateMember = (id: string) =>
  mutationOptions({
    mutationFn: (body: { name?: string; role?: Role }) =>
      unwrap(client.PATCH("/api/members/{member_id}", { params: { path: { member_id: id } }, body })),
    onSuccess: refresh,
  });

export const deleteMember = (id: string) =>
  mutationOptions({
    mutationFn: () =>
      unwrap(client.DELETE("/api/members/{member_id}", { params: { path: { member_id: id } } })),
    // Only the list: the deleted member's own page may still be on screen, and would fetch what is gone.
    onSuccess: (_data, _input, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: keys.memberList }),
  });

export const addMemberIdentifier = (memberId: string) =>
  mutationOptions({
    mutationFn: (body: { kind: IdentifierKind; value: string }) =>
      unwrap(
        client.POST("/api/members/{member_id}/identifiers", {
          params: { path: { member_id: memberId } },
          body,
        }),
      ),
    onSuccess: refresh,
  });

export const removeMemberIdentifier = (memberId: string) =>
  mutationOptions({
    mutationFn: (identifierId: string) =>
      unwrap(
        client.DELETE("/api/members/{member_id}/identifiers/{identifier_id}", {
          params: { path: { member_id: memberId, identifier_id: identifierId } },
        }),
      ),
    onSuccess: refresh,
  });

export const createSignInLink = mutationOptions({
  mutationFn: (memberId: string) =>
    unwrap(
      client.POST("/api/members/{member_id}/sign-in-link", { params: { path: { member_id: memberId } } }),
    ),
});

/** A member's own name and role also stand in the session. */
function refresh(
  _data: unknown,
  _input: unknown,
  _result: unknown,
  { client: cache }: { client: QueryClient },
) {
  return Promise.all([
    cache.invalidateQueries({ queryKey: keys.members }),
    cache.invalidateQueries({ queryKey: keys.me }),
  ]);
}
