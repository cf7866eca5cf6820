import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { accountKeys } from "./account-keys";
import { client, unwrap } from "./client";
import { ApiError, apiErrorFrom } from "./error";
import { serverEvents } from "./sse";
import type {
  Account,
  AccountAnswer,
  AccountConfirmation,
  AccountProposal,
  AccountQuery,
  AccountStep,
  Starter,
} from "./types";

export const accountsQuery = queryOptions({
  queryKey: accountKeys.list,
  queryFn: ({ signal }) => unwrap(client.GET("/api/accounts", { signal })),
});

/** One account as it is, or as it was at the end of a day. */
export const accountQuery = (id: string, asOf: string | null = null) =>
  queryOptions({
    queryKey: accountKeys.account(id, asOf),
    queryFn: ({ signal }): Promise<Account> =>
      unwrap(
        client.GET("/api/accounts/{account_id}", {
          params: { path: { account_id: id }, ...(asOf !== null && { query: { as_of: asOf } }) },
          signal,
        }),
      ),
  });

/** What the sources of an account say and the account does not. */
export const proposalsQuery = (id: string) =>
  queryOptions({
    queryKey: accountKeys.proposals(id),
    queryFn: async ({ signal }): Promise<AccountProposal[]> => {
      const path = { account_id: id };
      const found = await unwrap(
        client.GET("/api/accounts/{account_id}/proposals", { params: { path }, signal }),
      );
      return found.proposals;
    },
  });

/**
 * The same of all accounts. It is not broken off when nobody looks: the tabs of one page ask, and the next page, which they lead
 * to, waits for the same answer.
 */
export const allProposalsQuery = queryOptions({
  queryKey: accountKeys.allProposals,
  queryFn: () => unwrap(client.GET("/api/proposals")),
});

export const decideProposal = mutationOptions({
  mutationFn: ({ accountId, proposalId, accept }: Decision) =>
    unwrap(
      client.POST("/api/accounts/{account_id}/proposals/{proposal_id}", {
        params: { path: { account_id: accountId, proposal_id: proposalId } },
        body: { accept },
      }),
    ),
});

interface Decision {
  accountId: string;
  proposalId: string;
  accept: boolean;
}

export const accountTreeQuery = queryOptions({
  queryKey: accountKeys.tree,
  queryFn: ({ signal }) => unwrap(client.GET("/tree", { signal })),
});

export const accountFileQuery = (path: string) =>
  queryOptions({
    queryKey: accountKeys.file(path),
    queryFn: ({ signal }) => unwrap(client.GET("/file", { params: { query: { path } }, signal })),
  });

export type QueryEvent =
  | { type: "starter"; starter: Starter }
  | { type: "step"; step: AccountStep }
  | { type: "done"; response: AccountAnswer };

/** Asks, and follows the way to the answer. An answer that breaks off is a failure. */
export async function* askAccounts(body: AccountQuery, signal: AbortSignal): AsyncGenerator<QueryEvent> {
  const { data, error, response } = await client.POST("/query/stream", {
    body,
    signal,
    headers: { accept: "text/event-stream" },
    parseAs: "stream",
  });
  if (!response.ok) throw apiErrorFrom(response, error);
  if (data) {
    for await (const event of serverEvents(data as ReadableStream<Uint8Array<ArrayBuffer>>)) {
      const read = readEvent(event.event, JSON.parse(event.data));
      if (read) yield read;
      if (read?.type === "done") return;
    }
  }
  throw failed("The answer broke off. Ask again.");
}

export const confirmAccount = mutationOptions({
  mutationFn: (body: AccountConfirmation): Promise<AccountAnswer> =>
    unwrap(client.POST("/confirm", { body })),
});

/** After a change nothing that was loaded of the accounts can be trusted. */
export const refreshAccounts = (cache: QueryClient) => cache.invalidateQueries({ queryKey: accountKeys.all });

function readEvent(name: string, data: unknown): QueryEvent | null {
  switch (name) {
    case "starter":
      return { type: "starter", starter: data as Starter };
    case "step":
      return { type: "step", step: data as AccountStep };
    case "done":
      return { type: "done", response: data as AccountAnswer };
    case "error":
      throw failed((data as { message: string }).message);
    default:
      return null;
  }
}

function failed(message: string): ApiError {
  return new ApiError({ status: 0, code: "unexpected_response", message });
}
