import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer, useRef } from "react";
import { askAccounts, confirmAccount, refreshAccounts } from "@/api/accounts";
import { ApiError } from "@/api/error";
import type { ConfirmationAnswer } from "@/api/types";
import { useMutation } from "@/lib/mutation";
import { after, atRest, isChange } from "./exploration.logic";

/** A question and the way to its answer, with what can be done about it. */
export function useExploration() {
  const cache = useQueryClient();
  const [state, tell] = useReducer(after, atRest);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const asking = useMutation({
    mutationFn: async (query: string) => {
      abort.current?.abort();
      const controller = new AbortController();
      const { signal } = controller;
      abort.current = controller;
      tell({ type: "asked", query });
      let changed = true;
      try {
        for await (const event of askAccounts({ query, session_id: state.sessionId }, signal)) {
          if (signal.aborted) break;
          tell(event);
          if (event.type === "done") changed = isChange(event.response);
        }
      } catch (error) {
        // Whoever stopped it, or left, is not told.
        if (!signal.aborted) {
          tell({ type: "failed", message: wordsOf(error) });
          throw error;
        }
      }
      return changed;
    },
    // A change that was stopped, or whose answer was lost, may have been made all the same.
    onSettled: (changed) => (changed === false ? undefined : refreshAccounts(cache)),
  });
  const confirming = useMutation({
    ...confirmAccount,
    onSuccess: (response) => {
      tell({ type: "done", response });
      return refreshAccounts(cache);
    },
  });

  return {
    state,
    confirming,
    ask: (query: string) => {
      confirming.reset();
      asking.mutate(query);
    },
    stop: () => {
      abort.current?.abort();
      tell({ type: "stopped" });
    },
    confirm: ({ session_id }: ConfirmationAnswer, accountId: string | null = null) =>
      confirming.mutate({ session_id, confirmed: true, account_id: accountId }),
    /** Says no once; where even that is refused, the question is only put away. */
    decline: ({ session_id }: ConfirmationAnswer) => {
      if (confirming.isError) tell({ type: "dismissed" });
      else confirming.mutate({ session_id, confirmed: false, account_id: null });
    },
    dismiss: () => tell({ type: "dismissed" }),
    startOver: () => {
      abort.current?.abort();
      tell({ type: "reset" });
    },
  };
}

function wordsOf(error: unknown): string {
  return error instanceof ApiError ? error.message : "The answer could not be read.";
}
