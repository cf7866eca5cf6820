import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { grace, plainMember } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { failure, nothing, page, server, signedInAs } from "@/test/server";

const graceOnServer = () => server.use(http.get("*/api/members/m-grace", () => HttpResponse.json(grace)));

test("members are listed, and the rest is loaded on demand", async () => {
  signedInAs();
  server.use(
    http.get("*/api/members", ({ request }) =>
      new URL(request.url).searchParams.get("cursor") === "next"
        ? page([{ ...grace, id: "m-2", name: "Linus Pauling" }])
        : page([grace], "next"),
    ),
  );
  const { user } = renderApp("/settings/members");
  const list = await screen.findByRole("list", { name: "Members" });
  expect(within(list).getByRole("link", { name: "Grace Hopper" })).toBeVisible();
  expect(within(list).getByText("grace@example.com")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Load more" }));
  expect(await screen.findByRole("link", { name: "Linus Pauling" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
});

test("inviting creates the member and shows a link to pass on", async () => {
  signedInAs();
  let sent: unknown;
  server.use(
    http.get("*/api/members", () => page([grace])),
    http.post("*/api/members", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ ...grace, id: "m-new", name: "Linus Pauling" }, { status: 201 });
    }),
    http.post("*/api/members/m-new/sign-in-link", () =>
      HttpResponse.json({ url: "https://s.example/sign-in?token=t", expires_at: "2099-01-01T00:00:00Z" }),
    ),
  );
  const { user } = renderApp("/settings/members");
  await user.click(await screen.findByRole("button", { name: "Invite member" }));
  await user.type(screen.getByLabelText("Name"), "Linus Pauling");
  await user.type(screen.getByLabelText("Email (optional)"), "linus@example.com");
  await user.selectOptions(screen.getByLabelText("Role"), "admin");
  await user.click(screen.getByRole("button", { name: "Add and create link" }));

  const link = await screen.findByLabelText("Sign-in link");
  expect(link).toHaveValue("https://s.example/sign-in?token=t");
  expect(sent).toEqual({ name: "Linus Pauling", role: "admin", email: "linus@example.com" });
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await screen.findByText("Copied.")).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe("https://s.example/sign-in?token=t");
});

test("a field the server refuses is marked at the field", async () => {
  signedInAs();
  server.use(
    http.get("*/api/members", () => page([grace])),
    http.post("*/api/members", () =>
      failure(422, { code: "invalid", message: "The number needs a country code.", field: "phone" }),
    ),
  );
  const { user } = renderApp("/settings/members");
  await user.click(await screen.findByRole("button", { name: "Invite member" }));
  await user.type(screen.getByLabelText("Name"), "Linus");
  await user.type(screen.getByLabelText("Phone (optional)"), "555");
  await user.click(screen.getByRole("button", { name: "Add and create link" }));
  const phone = screen.getByLabelText("Phone (optional)");
  expect(await screen.findByText("The number needs a country code.")).toBeVisible();
  expect(phone).toBeInvalid();
  expect(phone).toHaveAccessibleDescription(/The number needs a country code/);
  expect(screen.getByLabelText("Name")).toBeValid();
});

test("a member's role is changed", async () => {
  signedInAs();
  graceOnServer();
  let sent: unknown;
  server.use(
    http.patch("*/api/members/m-grace", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json(grace);
    }),
  );
  const { user } = renderApp("/settings/members/m-grace");
  await user.selectOptions(await screen.findByLabelText("Role"), "member");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Grace Hopper was saved.")).toBeVisible();
  expect(sent).toEqual({ name: "Grace Hopper", role: "member" });
});

test("identifiers are added and removed", async () => {
  signedInAs();
  let identifiers = grace.identifiers;
  server.use(
    http.get("*/api/members/m-grace", () => HttpResponse.json({ ...grace, identifiers })),
    http.post("*/api/members/m-grace/identifiers", async ({ request }) => {
      const added = { id: "i-9", ...((await request.json()) as { kind: "phone"; value: string }) };
      identifiers = [...identifiers, added];
      return HttpResponse.json(added, { status: 201 });
    }),
    http.delete("*/api/members/m-grace/identifiers/i-1", () => {
      identifiers = identifiers.filter(({ id }) => id !== "i-1");
      return nothing();
    }),
  );
  const { user } = renderApp("/settings/members/m-grace");
  await user.selectOptions(await screen.findByLabelText("Kind"), "phone");
  await user.type(screen.getByLabelText("Value"), "+14155550123");
  await user.click(screen.getByRole("button", { name: "Add" }));
  const list = screen.getByRole("list", { name: "Identifiers" });
  expect(await within(list).findByText("+14155550123")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Remove grace@example.com" }));
  expect(await screen.findByText("grace@example.com was removed.")).toBeVisible();
  expect(within(list).queryByText("grace@example.com")).toBeNull();
});

test("deleting a member needs their name typed", async () => {
  signedInAs();
  graceOnServer();
  let deleted = false;
  server.use(
    http.get("*/api/members", () => page([])),
    http.delete("*/api/members/m-grace", () => {
      deleted = true;
      return nothing();
    }),
  );
  const { router, user } = renderApp("/settings/members/m-grace");
  await user.click(await screen.findByRole("button", { name: "Delete Grace Hopper" }));
  const confirm = screen.getByRole("button", { name: "Delete member" });
  expect(confirm).toBeDisabled();
  await user.type(screen.getByLabelText(/to confirm/), "Grace Hopper");
  await user.click(confirm);
  expect(await screen.findByRole("heading", { level: 1, name: "Members" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/settings/members");
  expect(deleted).toBe(true);
});

test("a plain member sees people but no way to change them", async () => {
  signedInAs(plainMember);
  graceOnServer();
  server.use(http.get("*/api/members", () => page([grace])));
  const { user } = renderApp("/settings/members");
  const link = await screen.findByRole("link", { name: "Grace Hopper" });
  expect(screen.queryByRole("button", { name: "Invite member" })).toBeNull();
  await user.click(link);
  await screen.findByRole("heading", { level: 1, name: "Grace Hopper" });
  expect(within(screen.getByRole("main")).queryByRole("button")).toBeNull();
});

test("a member who does not exist is a page that says so", async () => {
  // React reports what an error boundary caught, which is the point here.
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  signedInAs();
  server.use(http.get("*/api/members/gone", () => failure(404, { code: "not_found", message: "No." })));
  renderApp("/settings/members/gone");
  expect(await screen.findByRole("heading", { name: "Page not found" })).toBeVisible();
});
