import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { keys } from "./keys";
import { pageSize, paging } from "./paging";
import type { Consent, ContactChange, IdentifierKind } from "./types";

export const contactsQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: keys.contactList(query),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/api/contacts", {
          params: { query: { limit: pageSize, cursor: pageParam, query: query || undefined } },
          signal,
        }),
      ),
    ...paging,
  });

export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: keys.contact(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/contacts/{contact_id}", { params: { path: { contact_id: id } }, signal })),
  });

export const contactConsentQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: keys.contactConsent(id),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/api/contacts/{contact_id}/consent", {
          params: { path: { contact_id: id }, query: { limit: pageSize, cursor: pageParam } },
          signal,
        }),
      ),
    ...paging,
  });

export const noteConsent = (id: string) =>
  mutationOptions({
    mutationFn: (body: { channel: "sms" | "email"; change: Consent["change"] }) =>
      unwrap(
        client.POST("/api/contacts/{contact_id}/consent", { params: { path: { contact_id: id } }, body }),
      ),
    onSuccess: refresh,
  });

export const createContact = mutationOptions({
  mutationFn: (body: { name?: string; phone?: string; email?: string }) =>
    unwrap(client.POST("/api/contacts", { body })),
  onSuccess: refresh,
});

export const updateContact = (id: string) =>
  mutationOptions({
    mutationFn: (body: ContactChange) =>
      unwrap(client.PATCH("/api/contacts/{contact_id}", { params: { path: { contact_id: id } }, body })),
    onSuccess: refresh,
  });

export const addContactIdentifier = (contactId: string) =>
  mutationOptions({
    mutationFn: (body: { kind: IdentifierKind; value: string }) =>
      unwrap(
        client.POST("/api/contacts/{contact_id}/identifiers", {
          params: { path: { contact_id: contactId } },
          body,
        }),
      ),
    onSuccess: refresh,
  });

export const removeContactIdentifier = (contactId: string) =>
  mutationOptions({
    mutationFn: (identifierId: string) =>
      unwrap(
        client.DELETE("/api/contacts/{contact_id}/identifiers/{identifier_id}", {
          params: { path: { contact_id: contactId, identifier_id: identifierId } },
        }),
      ),
    onSuccess: refresh,
  });

export const forgetContact = (id: string) =>
  mutationOptions({
    mutationFn: () =>
      unwrap(client.POST("/api/contacts/{contact_id}/forget", { params: { path: { contact_id: id } } })),
    onSuccess: refresh,
  });

export const deleteContact = (id: string) =>
  mutationOptions({
    mutationFn: () =>
      unwrap(client.DELETE("/api/contacts/{contact_id}", { params: { path: { contact_id: id } } })),
    // Only the lists: the deleted contact's own page may still be on screen, and would fetch what is gone.
    onSuccess: (_data, _input, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: keys.contactLists }),
  });

function refresh(
  _data: unknown,
  _input: unknown,
  _result: unknown,
  { client: cache }: { client: QueryClient },
) {
  return cache.invalidateQueries({ queryKey: keys.contacts });
}
