import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { FakeEventSource } from "@/test/events";
import { maria } from "@/test/fixtures";
import { mariaDetail, mariaThread, omarThread, serveInbox } from "@/test/inbox";
import { renderApp } from "@/test/render";
import { failure, page, server, signedInAs } from "@/test/server";

beforeEach(() => signedInAs());

const row = async (name: RegExp) =>
  within(await screen.findByRole("list", { name: "Conversations with contacts" })).getByRole("link", {
    name,
  });

test("an inbox without a conversation says so and where they come from", async () => {
  renderApp("/inbox");
  expect(await screen.findByRole("heading", { level: 2, name: "No conversations yet" })).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("link", { name: "Lines" })).toHaveAttribute("href", "/settings/lines");
  expect(main.queryByRole("button")).toBeNull();
  expect(screen.getByRole("link", { name: "Inbox" })).toHaveAttribute("aria-current", "page");
  await waitFor(() => expect(document.title).toBe("Inbox · Steward"));
});

test("a conversation shows who, what was said last, what is unread and its marks", async () => {
  const thread = { ...mariaThread, unread: 3, escalated: true, opted_out: true };
  serveInbox([], { ...mariaDetail, thread });
  renderApp("/inbox");
  const maria = within(await row(/Maria Santos/));
  expect(maria.getByText("Is it mended?")).toBeVisible();
  expect(maria.getByText("3 unread messages")).toBeInTheDocument();
  expect(maria.getByText("Needs a person")).toBeVisible();
  expect(maria.getByText("Opted out")).toBeVisible();
  const omar = within(await row(/Omar Haddad/));
  expect(omar.getByText("Agent: See you at five.")).toBeVisible();
  expect(omar.queryByText(/unread/)).toBeNull();
  expect(await screen.findByRole("link", { name: /^Inbox.*1 unread$/ })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Choose a conversation" })).toBeVisible();
});

test("the list is narrowed to what is unread, and stays so in the address", async () => {
  serveInbox([], { ...mariaDetail, thread: { ...mariaThread, unread: 1 } });
  const { user, router } = renderApp("/inbox");
  await row(/Omar Haddad/);
  await user.click(screen.getByRole("radio", { name: "Unread" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: /Omar Haddad/ })).toBeNull());
  expect(router.state.location.search).toEqual({ filter: "unread" });
  expect(await row(/Maria Santos/)).toHaveAttribute("href", "/inbox/t-1?filter=unread");
});

test("a filter that finds nothing says what that means", async () => {
  serveInbox();
  renderApp("/inbox?filter=unread");
  expect(await screen.findByText("Everything is read.")).toBeVisible();
  expect(screen.getByRole("radio", { name: "Unread" })).toBeChecked();
});

test("a conversation is found by a name", async () => {
  serveInbox();
  const { user } = renderApp("/inbox");
  await row(/Maria Santos/);
  const box = screen.getByRole("searchbox", { name: "Find by name or number" });
  await user.type(box, "had");
  await waitFor(() => expect(screen.queryByRole("link", { name: /Maria Santos/ })).toBeNull());
  expect(await row(/Omar Haddad/)).toBeVisible();
  await user.type(box, "zzz");
  expect(await screen.findByText(/^Nobody here has that name or number\./)).toBeVisible();
});

test("nobody is called unnamed whose number is only being asked for", async () => {
  serveInbox([], { ...mariaDetail, thread: { ...mariaThread, contact_name: null } });
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.get("*/api/contacts/c-maria", async () => {
      await asked;
      return HttpResponse.json({ ...maria, name: null });
    }),
  );
  renderApp("/inbox");
  expect(await row(/Is it mended\?/)).toHaveTextContent("…");
  expect(screen.queryByText("Unnamed contact")).toBeNull();
  answer();
  await waitFor(async () => expect(await row(/\+14155550188/)).toBeVisible());
});

test("whoever has no name is called by their number, and found by it", async () => {
  serveInbox([], { ...mariaDetail, thread: { ...mariaThread, contact_name: null } });
  server.use(http.get("*/api/contacts/c-maria", () => HttpResponse.json({ ...maria, name: null })));
  const { user } = renderApp("/inbox");
  await waitFor(async () => expect(await row(/\+14155550188/)).toBeVisible());
  await user.type(screen.getByRole("searchbox", { name: "Find by name or number" }), "+1415");
  await waitFor(() => expect(screen.queryByRole("link", { name: /Omar Haddad/ })).toBeNull());
  await user.click(await row(/\+14155550188/));
  expect(await screen.findByRole("heading", { level: 1, name: "+14155550188" })).toBeVisible();
});

test("whoever has a name is found by their whole number too", async () => {
  serveInbox();
  const whole = "1 415 555 0188";
  server.use(
    http.get("*/api/contacts", ({ request }) =>
      page(new URL(request.url).searchParams.get("query") === `+${whole}` ? [maria] : []),
    ),
  );
  const { user } = renderApp("/inbox");
  await row(/Maria Santos/);
  await user.type(screen.getByRole("searchbox", { name: "Find by name or number" }), whole);
  await waitFor(() => expect(screen.queryByRole("link", { name: /Omar Haddad/ })).toBeNull());
  expect(await row(/Maria Santos/)).toBeVisible();
});

test("the arrow keys go from one conversation to the next", async () => {
  serveInbox();
  const { user } = renderApp("/inbox");
  (await row(/Maria Santos/)).focus();
  await user.keyboard("{ArrowDown}");
  expect(await row(/Omar Haddad/)).toHaveFocus();
  await user.keyboard("{ArrowDown}{ArrowUp}");
  expect(await row(/Maria Santos/)).toHaveFocus();
});

test("what arrives is shown without a reload", async () => {
  const kept = serveInbox();
  renderApp("/inbox");
  await row(/Maria Santos/);
  kept.detail = { ...mariaDetail, thread: { ...mariaThread, unread: 1, waiting_suggestion: true } };
  FakeEventSource.newest.tell("agent.suggestion", "1");
  expect(await screen.findByText("Drafts waiting")).toBeVisible();
  expect(await screen.findByRole("link", { name: /^Inbox.*1 unread$/ })).toBeVisible();
});

test("a list that could not be loaded is asked for again", async () => {
  server.use(
    http.get("*/api/inbox", ({ request }) =>
      request.url.includes("filter=unread")
        ? page([])
        : failure(503, { code: "unavailable", message: "Try again soon." }),
    ),
  );
  const { user } = renderApp("/inbox");
  expect(await screen.findByText("Try again soon.")).toBeVisible();
  server.use(http.get("*/api/inbox", () => page([omarThread])));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await row(/Omar Haddad/)).toBeVisible();
});

test("more conversations are loaded when asked for", async () => {
  server.use(
    http.get("*/api/inbox", ({ request }) =>
      new URL(request.url).searchParams.has("cursor") ? page([omarThread]) : page([mariaThread], "next"),
    ),
  );
  const { user } = renderApp("/inbox");
  await row(/Maria Santos/);
  await user.click(screen.getByRole("button", { name: "Load more" }));
  expect(await screen.findByRole("link", { name: /Omar Haddad/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
});
