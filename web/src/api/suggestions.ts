import { mutationOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { refreshNeeds } from "./needs";

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
