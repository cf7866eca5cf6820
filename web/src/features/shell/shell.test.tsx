import { onlineManager } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { plainMember } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { failure, page, server, signedInAs } from "@/test/server";

beforeEach(() => signedInAs());

test("the start page is what needs the member", async () => {
  const { router } = renderApp("/");
  expect(await screen.findByRole("heading", { level: 1, name: "Needs you" })).toBeVisible();
  // The heading is there while the page still loads.
  await waitFor(() => expect(router.state.location.pathname).toBe("/needs-you"));
});

test("navigation moves the focus to the new heading", async () => {
  const { user } = renderApp("/inbox");
  await user.click(await screen.findByRole("link", { name: "Workspace" }));
  // The heading may be that of a skeleton at first.
  await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "Workspace" })).toHaveFocus());
});

test("the palette opens with the keyboard, finds a page and goes there", async () => {
  const { user } = renderApp("/inbox");
  await screen.findByRole("heading", { level: 1, name: "Inbox" });
  await user.keyboard("{Control>}k{/Control}");
  const box = await screen.findByRole("combobox", { name: /Go to a page/ });
  await user.type(box, "wor");
  expect(screen.getByRole("option", { name: /Workspace/ })).toHaveAttribute("aria-selected", "true");
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { level: 1, name: "Workspace" })).toBeVisible();
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("the palette says when nothing matches", async () => {
  const { user } = renderApp("/inbox");
  await user.click((await screen.findAllByRole("button", { name: /^Go to/ }))[0] as HTMLElement);
  await user.type(await screen.findByRole("combobox"), "zzz");
  expect(screen.getByText("Nothing matches.")).toBeVisible();
});

test("the theme is chosen in the member menu", async () => {
  const { user } = renderApp("/inbox");
  const [menu] = await screen.findAllByRole("button", { name: "Ada Lovelace, owner: open menu" });
  await user.click(menu as HTMLElement);
  await user.click(await screen.findByRole("menuitemradio", { name: "Dark" }));
  expect(document.documentElement).toHaveAttribute("data-theme", "dark");
});

test("the sidebar collapses, keeps its names and remembers", async () => {
  const { user } = renderApp("/inbox");
  await user.click(await screen.findByRole("button", { name: "Collapse sidebar" }));
  expect(screen.getByRole("button", { name: "Expand sidebar" })).toHaveAttribute("aria-expanded", "false");
  expect(screen.getByRole("link", { name: "Memory" })).toBeInTheDocument();
  expect(localStorage.getItem("steward.sidebar")).toBe("collapsed");
});

test("the phone on the screen is in the sidebar, the drawer and the palette where there is one", async () => {
  server.use(
    http.get("*/api/phone", () => HttpResponse.json({ is_on: true })),
    http.get("*/api/lines", () => page([])),
    http.get("*/api/contacts", () => page([])),
  );
  const { user } = renderApp("/inbox");
  expect(await screen.findByRole("link", { name: "Phone" })).toHaveAttribute("href", "/phone");
  await user.click(screen.getByRole("button", { name: /^Open navigation/ }));
  const drawer = within(screen.getByRole("dialog", { name: "Navigation" }));
  await user.click(drawer.getByRole("link", { name: "Phone" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Phone" })).toBeVisible();
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox", { name: /Go to a page/ }), "phone");
  expect(screen.getByRole("option", { name: /Phone/ })).toBeVisible();
});

test("there is no phone where it is off", async () => {
  const asked = vi.fn(() => HttpResponse.json({ is_on: false }));
  server.use(http.get("*/api/phone", asked));
  renderApp("/inbox");
  expect(await screen.findByRole("link", { name: "Inbox" })).toBeVisible();
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(screen.queryByRole("link", { name: "Phone" })).toBeNull();
});

test("who may not write on the phone is not shown the way to it", async () => {
  const asked = vi.fn(() => HttpResponse.json({ is_on: true }));
  signedInAs(plainMember);
  server.use(http.get("*/api/phone", asked));
  renderApp("/inbox");
  expect(await screen.findByRole("link", { name: "Inbox" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Phone" })).toBeNull();
  expect(asked).not.toHaveBeenCalled();
});

test("an unknown address is a page that says so", async () => {
  renderApp("/no-such-page");
  expect(await screen.findByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("a browser that believes it is offline still talks to its server", async () => {
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  renderApp("/inbox");
  expect(await screen.findByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
});

test("a failure shows its request id and can be retried", async () => {
  // React reports what an error boundary caught, which is the point here.
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  server.use(
    http.get("*/api/lines", () => failure(500, { code: "internal", message: "It broke." }), { once: true }),
    http.get("*/api/lines", () => page([])),
  );
  const { user } = renderApp("/settings/lines");
  expect(await screen.findByText("It broke.")).toBeVisible();
  expect(screen.getByText("req-1")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "No lines" })).toBeVisible();
});
