import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { keys } from "./keys";
import { refreshNeeds } from "./needs";

/** Asked again while somebody writes: that it was overtaken is not always told. */
const interval = 10_000;

export const suggestionQuery = (id: string) =>
  queryOptions({
    queryKey: keys.inboxSuggestion(id),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/suggestions/{suggestion_id}", { params: { path: { suggestion_id: id } }, signal }),
      ),
    refetchInterval: interval,
  });

/** Sends one of the drafts, as it is or with another text. */
export const sendSuggestion = (id: string) =>
  mutationOptions({
    mutationFn: (body: { option: number; text?: string }) =>
      unwrap(
        client.POST("/api/suggestions/{suggestion_id}/send", {
          params: { path: { suggestion_id: id } },
          body,
        }),
      ),
    onSettled: refreshNeeds,
  });

export const dismissSuggestion = (id: string) =>
  mutationOptions({
    mutationFn: () =>
      unwrap(
        client.POST("/api/suggestions/{suggestion_id}/dismiss", {
          params: { path: { suggestion_id: id } },
        }),
      ),
    onSettled: refreshNeeds,
  });
