import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { apiKey, plainMember } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { failure, nothing, page, server, signedInAs } from "@/test/server";
import { expiryDate, scopesUpTo } from "./key-choices.logic";

beforeEach(() => signedInAs());

test("an expiry is counted in days from now, and never is no date", () => {
  const now = new Date("2026-05-10T12:00:00Z");
  expect(expiryDate("7", now)).toBe("2026-05-17T12:00:00.000Z");
  expect(expiryDate("", now)).toBeUndefined();
});

test("a scope includes the narrower ones", () => {
  expect(scopesUpTo("read")).toEqual(["read"]);
  expect(scopesUpTo("admin")).toEqual(["read", "write", "admin"]);
});

test("a new key's token is shown once", async () => {
  let sent: unknown;
  server.use(
    http.get("*/api/keys", () => page([])),
    http.post("*/api/keys", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ key: apiKey, token: "stw_abcd_secret" }, { status: 201 });
    }),
  );
  const { user } = renderApp("/settings/keys");
  expect(await screen.findByRole("heading", { name: "No API keys" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Create key" }));
  const dialog = screen.getByRole("dialog", { name: "Create an API key" });
  await user.type(within(dialog).getByLabelText("Name"), "Nightly import");
  await user.click(within(dialog).getByRole("radio", { name: /write/ }));
  await user.selectOptions(within(dialog).getByLabelText("Expires"), "Never");
  server.use(http.get("*/api/keys", () => page([apiKey])));
  await user.click(within(dialog).getByRole("button", { name: "Create key" }));

  expect(await screen.findByLabelText("API key")).toHaveValue("stw_abcd_secret");
  expect(sent).toEqual({ name: "Nightly import", scopes: ["read", "write"] });
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(await screen.findByText("Nightly import")).toBeVisible();
  expect(document.body.innerHTML).not.toContain("stw_abcd_secret");
});

test("a refused scope is shown at the scopes", async () => {
  server.use(
    http.get("*/api/keys", () => page([])),
    http.post("*/api/keys", () =>
      failure(422, { code: "invalid", message: "Choose at least one scope.", field: "scopes" }),
    ),
  );
  const { user } = renderApp("/settings/keys");
  await user.click(await screen.findByRole("button", { name: "Create key" }));
  const dialog = screen.getByRole("dialog");
  await user.type(within(dialog).getByLabelText("Name"), "X");
  await user.click(within(dialog).getByRole("button", { name: "Create key" }));
  await waitFor(() =>
    expect(within(dialog).getByRole("group", { name: "Scope" })).toHaveAccessibleDescription(
      "Choose at least one scope.",
    ),
  );
});

test("a key is revoked after a question", async () => {
  let keys = [apiKey];
  server.use(
    http.get("*/api/keys", () => page(keys)),
    http.delete("*/api/keys/k-1", () => {
      keys = [{ ...apiKey, revoked_at: "2026-03-01T00:00:00Z" }];
      return nothing();
    }),
  );
  const { user } = renderApp("/settings/keys");
  await user.click(await screen.findByRole("button", { name: "Revoke Nightly import" }));
  await user.click(screen.getByRole("button", { name: "Revoke key" }));
  expect(await screen.findByText("revoked")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Revoke Nightly import" })).toBeNull();
});

test("an expired key says so and cannot be revoked", async () => {
  server.use(http.get("*/api/keys", () => page([{ ...apiKey, expires_at: "2020-01-01T00:00:00Z" }])));
  renderApp("/settings/keys");
  expect(await screen.findByText("expired")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Revoke Nightly import" })).toBeNull();
});

test("a plain member revokes only their own keys and cannot give the widest scope", async () => {
  signedInAs(plainMember);
  server.use(
    http.get("*/api/keys", () =>
      page([apiKey, { ...apiKey, id: "k-2", name: "Reports", member_id: "m-grace" }]),
    ),
  );
  const { user } = renderApp("/settings/keys");
  expect(await screen.findByRole("button", { name: "Revoke Nightly import" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Revoke Reports" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Create key" }));
  expect(screen.getByRole("radio", { name: /write/ })).toBeVisible();
  expect(screen.queryByRole("radio", { name: /admin/ })).toBeNull();
});
