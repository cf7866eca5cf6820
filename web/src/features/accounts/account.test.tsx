import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { account, accountList, stateFile } from "@/test/account-fixtures";
import { renderApp } from "@/test/render";
import { failure, server, signedInAs } from "@/test/server";

beforeEach(() => {
  signedInAs();
  server.use(
    http.get("*/api/accounts", () => HttpResponse.json(accountList)),
    http.get("*/api/accounts/29041", () => HttpResponse.json(account)),
    http.get("*/api/accounts/29041/proposals", () => HttpResponse.json({ proposals: [] })),
    http.get("*/file", () => HttpResponse.json(stateFile)),
  );
});

test("the pipeline shows accounts by stage with their sums, and files that cannot be read on top", async () => {
  const { user } = renderApp("/accounts/pipeline");
  const quoted = within(await screen.findByRole("region", { name: "Quoted" }));
  expect(quoted.getByText("2 accounts")).toBeVisible();
  expect(quoted.getByText("$7,600")).toBeVisible();
  expect(quoted.getByRole("link", { name: "Linden Dental" })).toHaveAttribute("href", "/accounts/29044");
  expect(screen.getByText("$15,000.50")).toBeVisible();
  const problems = within(screen.getByRole("region", { name: "Files that something is wrong with" }));
  expect(problems.getByText(/line 7: the premium is not a sum of money/)).toBeVisible();
  expect(problems.getByRole("link")).toHaveAttribute("href", "/workspace/accounts/29050/state.md");

  await user.type(screen.getByRole("searchbox", { name: "Filter accounts" }), "redbud");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Quoted" })).toBeNull());
  expect(screen.getByRole("region", { name: "Bound" })).toBeVisible();
});

test("a long stage is shown piece by piece", async () => {
  const [one] = accountList.accounts;
  const accounts = Array.from({ length: 60 }, (_, index) => ({
    ...one,
    id: `${index}`,
    name: `Company ${index}`,
  }));
  server.use(http.get("*/api/accounts", () => HttpResponse.json({ accounts, problems: [] })));
  const { user } = renderApp("/accounts/pipeline");
  const column = within(await screen.findByRole("region", { name: "No stage" }));
  expect(column.getAllByRole("link")).toHaveLength(50);
  await user.click(column.getByRole("button", { name: "Show 10 more" }));
  expect(column.getAllByRole("link")).toHaveLength(60);
});

test("a pipeline without accounts says how they come", async () => {
  server.use(http.get("*/api/accounts", () => HttpResponse.json({ accounts: [], problems: [] })));
  renderApp("/accounts/pipeline");
  expect(await screen.findByRole("heading", { name: "No accounts yet" })).toBeVisible();
});

test("an account shows its state, its verified history and its sources", async () => {
  const { user } = renderApp("/accounts/29041");
  expect(await screen.findByRole("heading", { level: 1, name: "Maple Avenue Dental" })).toBeVisible();
  const state = within(screen.getByRole("region", { name: "State" }));
  expect(state.getByText("$2,600")).toBeVisible();
  expect(state.getByText("Ann Lee, owner, 254-555-0118")).toBeVisible();
  expect(state.getByText("Not known: carrier.")).toBeVisible();
  expect(screen.getByText("Prefers email.")).toBeVisible();

  const [newest, oldest] = within(screen.getByRole("list", { name: "History" })).getAllByRole("listitem");
  if (!newest || !oldest) throw new Error("There are two entries.");
  expect(within(newest).getByText("The quote came in.")).toBeVisible();
  expect(within(newest).getByText("Verified")).toBeInTheDocument();
  expect(within(newest).getByText("fedcba98")).toBeVisible();
  expect(within(newest).getByText("Application Received").tagName).toBe("DEL");
  const before = within(newest).getByRole("link", { name: "Previous entry" });
  expect(before).toHaveAttribute("href", `#${oldest.id}`);
  expect(within(oldest).getByText("The first entry")).toBeVisible();

  expect(
    within(screen.getByRole("list", { name: "Calls" })).getByText("Asks for a lower deductible."),
  ).toBeVisible();
  await user.click(
    within(screen.getByRole("list", { name: "Emails" })).getByRole("button", { name: "Application" }),
  );
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("stage: Quoted")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("what a source proposes is accepted or dismissed, and shown where it stands", async () => {
  const proposal = {
    id: "0123456789ab",
    change: { field: "premium", old_value: 2600, new_value: 2800 },
    path: "accounts/29041/sources/emails/a.md",
    line: 2,
    quote: "The premium is $2,800 now.",
    at: "2026-02-05T10:00:00Z",
  };
  const other = { ...proposal, id: "ba9876543210", quote: "It renews in June." };
  let waiting = [proposal, other];
  const decided: unknown[] = [];
  server.use(
    http.get("*/api/accounts/29041/proposals", () => HttpResponse.json({ proposals: waiting })),
    http.post("*/api/accounts/29041/proposals/:id", async ({ params, request }) => {
      decided.push([params.id, await request.json()]);
      waiting = waiting.filter(({ id }) => id !== params.id);
      if (params.id === other.id) return failure(409, { code: "conflict", message: "Decided." });
      return HttpResponse.json({ changes: [proposal.change], history_entry_id: "x" });
    }),
  );
  const { user } = renderApp("/accounts/29041");
  const list = await screen.findByRole("list", { name: "Proposed" });
  const [first, second] = within(list).getAllByRole("listitem");
  if (!first || !second) throw new Error("There are two.");
  expect(within(first).getByText("$2,600").tagName).toBe("DEL");
  expect(within(first).getByText("$2,800")).toBeVisible();
  await user.click(within(first).getByRole("button", { name: proposal.quote }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(await dialog.findByRole("button", { name: "Close" }));

  await user.click(within(first).getByRole("button", { name: "Accept" }));
  await waitFor(() => expect(screen.queryByText(proposal.quote)).toBeNull());
  // Somebody else was faster: the list says how it is now, and nothing has failed.
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(screen.queryByRole("list", { name: "Proposed" })).toBeNull());
  expect(screen.queryByRole("alert")).toBeNull();
  expect(decided).toEqual([
    [proposal.id, { accept: true }],
    [other.id, { accept: false }],
  ]);
});

test("a history that was changed by hand shows where it breaks", async () => {
  const path = "accounts/29041/history.md";
  const broken = { path, entry: "2026-02-03T10:00:00Z", line: 9, what: "its hash is another" };
  server.use(
    http.get("*/api/accounts/29041", () =>
      HttpResponse.json({ ...account, verified: { ok: false, break: broken } }),
    ),
  );
  renderApp("/accounts/29041");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "accounts/29041/history.md was changed by hand. Line 9: its hash is another",
  );
  const [newest, oldest] = within(screen.getByRole("list", { name: "History" })).getAllByRole("listitem");
  if (!newest || !oldest) throw new Error("There are two entries.");
  expect(within(newest).getByText("The chain breaks here: its hash is another")).toBeVisible();
  expect(within(oldest).getByText("Verified")).toBeInTheDocument();
});

test("an account is shown as it was on another day, and as it is again", async () => {
  server.use(
    http.get("*/api/accounts/29041", ({ request }) => {
      const day = new URL(request.url).searchParams.get("as_of");
      if (day === null) return HttpResponse.json(account);
      if (day < "2026-01-03") return failure(404, { code: "not_found", message: "It was not there yet." });
      const state = { ...account.state, stage: "Application Received" };
      return HttpResponse.json({ ...account, as_of: day, state, history: account.history.slice(0, 1) });
    }),
  );
  const { user } = renderApp("/accounts/29041");
  const field = await screen.findByLabelText("As of");
  fireEvent.change(field, { target: { value: "2026-01-15" } });
  expect(await screen.findByText("As of Jan 15, 2026.")).toBeVisible();
  expect(within(screen.getByRole("list", { name: "History" })).getAllByRole("listitem")).toHaveLength(1);
  fireEvent.change(field, { target: { value: "2025-01-15" } });
  expect(await screen.findByText("There was no such account yet on Jan 15, 2025.")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.change(field, { target: { value: "2026-01-03" } });
  expect(await screen.findByText("As of Jan 3, 2026.")).toBeVisible();
  expect(screen.queryByText("Asks for a lower deductible.")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Back to now" }));
  expect(await screen.findByText("The quote came in.")).toBeVisible();
});

test("an address of no account says so", async () => {
  // React reports what an error boundary caught, which is the point here.
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  server.use(http.get("*/api/accounts/gone", () => HttpResponse.json({}, { status: 404 })));
  renderApp("/accounts/gone");
  expect(await screen.findByRole("heading", { name: "Page not found" })).toBeVisible();
});
