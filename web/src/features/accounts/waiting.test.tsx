import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { WaitingProposal } from "@/api/types";
import { accountList } from "@/test/account-fixtures";
import { FakeEventSource } from "@/test/events";
import { renderApp } from "@/test/render";
import { server, signedInAs } from "@/test/server";

const premium: WaitingProposal = {
  account_id: "29041",
  account_name: "Maple Avenue Dental",
  id: "0123456789ab",
  change: { field: "premium", old_value: 2600, new_value: 2800 },
  path: "accounts/29041/sources/emails/a.md",
  line: 2,
  quote: "The premium is $2,800 now.",
  at: "2026-02-05T10:00:00Z",
};
const carrier: WaitingProposal = {
  ...premium,
  account_id: "29044",
  account_name: "Linden Dental",
  id: "ba9876543210",
  change: { field: "carrier", old_value: null, new_value: "Harborstone Mutual" },
  quote: "We went with Harborstone Mutual.",
};

let waiting: WaitingProposal[];
const decided: unknown[] = [];

beforeEach(() => {
  signedInAs();
  waiting = [premium, carrier];
  decided.length = 0;
  server.use(
    http.get("*/api/accounts", () => HttpResponse.json(accountList)),
    http.get("*/api/proposals", () => HttpResponse.json({ total: waiting.length, proposals: waiting })),
    http.post("*/api/accounts/:account/proposals/:id", async ({ params, request }) => {
      decided.push([params.account, params.id, await request.json()]);
      waiting = waiting.filter(({ id }) => id !== params.id);
      return HttpResponse.json({ changes: [], history_entry_id: null });
    }),
  );
});

test("what waits for all accounts is counted on the tab and decided on in one place", async () => {
  const { user } = renderApp("/accounts/pipeline");
  const tab = await screen.findByRole("link", { name: "Proposed 2 waiting" });
  await user.click(tab);
  const list = await screen.findByRole("list", { name: "Proposed" });
  const [first, second] = within(list).getAllByRole("listitem");
  if (!first || !second) throw new Error("There are two.");
  const account = within(first).getByRole("link", { name: "Maple Avenue Dental" });
  expect(account).toHaveAttribute("href", "/accounts/29041");
  await user.click(within(second).getByRole("button", { name: "Accept" }));
  expect(await screen.findByRole("link", { name: "Proposed 1 waiting" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(await screen.findByRole("heading", { name: "Nothing is proposed" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Proposed" })).toBeVisible();
  expect(decided).toEqual([
    ["29044", carrier.id, { accept: true }],
    ["29041", premium.id, { accept: false }],
  ]);
});

test("more than are shown are told, and what others decide on goes by itself", async () => {
  const shown = [premium, carrier];
  let total = 120;
  server.use(http.get("*/api/proposals", () => HttpResponse.json({ total, proposals: shown })));
  renderApp("/accounts/proposed");
  expect(await screen.findByText(/The newest 2 of 120/)).toBeVisible();
  shown.pop();
  total = 1;
  act(() => FakeEventSource.newest.tell("workspace.changed", "5-0"));
  await waitFor(() => expect(screen.queryByText(carrier.quote)).toBeNull());
  expect(screen.getByText(premium.quote)).toBeVisible();
});

test("a count that is still on its way does not break the page it leads to", async () => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.get("*/api/proposals", async () => {
      await asked;
      return HttpResponse.json({ total: 1, proposals: [premium] });
    }),
  );
  const { user } = renderApp("/accounts/pipeline");
  await user.click(await screen.findByRole("link", { name: "Proposed" }));
  answer();
  expect(await screen.findByText(premium.quote)).toBeVisible();
});
