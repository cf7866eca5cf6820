import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { me } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { failure, nothing, server, signedInAs } from "@/test/server";

const signedOut = () =>
  server.use(http.get("*/v1/me", () => failure(401, { code: "unauthorized", message: "Sign in." })));

async function signIn(user: ReturnType<typeof renderApp>["user"]) {
  await user.type(await screen.findByLabelText("Email"), "ada@example.com");
  await user.type(screen.getByLabelText("Password"), " secret ");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
}

test("a signed-out visitor signs in and comes back to where they wanted to go", async () => {
  signedOut();
  const { router, user } = renderApp("/workspace");
  expect(await screen.findByRole("heading", { name: "Sign in to Steward" })).toBeVisible();
  expect(router.state.location.search).toEqual({ return_to: "/workspace" });

  let sent: unknown;
  server.use(
    http.post("*/auth/sign-in", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json(me);
    }),
  );
  await signIn(user);
  expect(await screen.findByRole("heading", { level: 1, name: "Workspace" })).toBeVisible();
  expect(sent).toEqual({ email: "ada@example.com", password: " secret " });
});

test("a return path to another site is not followed", async () => {
  server.use(http.post("*/auth/sign-in", () => HttpResponse.json(me)));
  const { router, user } = renderApp("/sign-in?return_to=//evil.example/");
  await signIn(user);
  expect(await screen.findByRole("heading", { level: 1, name: "Needs you" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/needs-you");
});

test.each([
  [
    () => failure(401, { code: "invalid_credentials", message: "no" }),
    "The email address or the password is wrong.",
  ],
  [
    () => failure(429, { code: "rate_limited", message: "no" }, { "retry-after": "42" }),
    "Too many attempts. Try again in 42 seconds.",
  ],
  [() => HttpResponse.error(), "The server cannot be reached. Check your connection and try again."],
])("a refused sign-in says why (%#)", async (answer, message) => {
  server.use(http.post("*/auth/sign-in", answer));
  const { user } = renderApp("/sign-in");
  await signIn(user);
  expect(await screen.findByText(message)).toBeVisible();
});

test("a sign-in link is used only when Continue is pressed", async () => {
  const tokens: unknown[] = [];
  server.use(
    http.post("*/auth/link", async ({ request }) => {
      tokens.push(await request.json());
      return HttpResponse.json(me);
    }),
  );
  const { router, user } = renderApp("/sign-in?token=12345");
  const button = await screen.findByRole("button", { name: "Continue" });
  expect(tokens).toEqual([]);
  await user.click(button);
  expect(await screen.findByRole("heading", { level: 1, name: "Needs you" })).toBeVisible();
  expect(tokens).toEqual([{ token: "12345" }]);
  expect(router.history.length).toBe(1);
});

test("an expired link says so and offers the password", async () => {
  server.use(http.post("*/auth/link", () => failure(401, { code: "invalid_link", message: "no" })));
  const { user } = renderApp("/sign-in?token=old");
  await user.click(await screen.findByRole("button", { name: "Continue" }));
  expect(await screen.findByText(/has expired or was already used/)).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Sign in with a password" }));
  expect(await screen.findByLabelText("Password")).toBeVisible();
});

test("signing out leads to the sign-in page", async () => {
  signedInAs();
  let signedOutWith: string | null = null;
  server.use(
    http.post("*/auth/sign-out", ({ request }) => {
      signedOutWith = request.headers.get("x-csrf-token");
      return nothing();
    }),
  );
  const { user } = renderApp("/inbox");
  await user.click((await screen.findAllByRole("button", { name: /open menu/ }))[0] as HTMLElement);
  await user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
  expect(await screen.findByRole("heading", { name: "Sign in to Steward" })).toBeVisible();
  expect(signedOutWith).toBe(me.csrf_token);
});

test("a sign-out that fails says so and keeps the page", async () => {
  signedInAs();
  server.use(http.post("*/auth/sign-out", () => failure(500, { code: "internal", message: "It broke." })));
  const { user } = renderApp("/inbox");
  await user.click((await screen.findAllByRole("button", { name: /open menu/ }))[0] as HTMLElement);
  await user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
  expect(await screen.findByText("You are still signed in. It broke.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText(/still signed in/)).toBeNull();
  expect(screen.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
});

test("a session that ends while working leads to sign-in and back", async () => {
  signedInAs();
  server.use(http.get("*/api/org", () => failure(401, { code: "unauthorized", message: "Sign in." })));
  const { router } = renderApp("/settings/organisation");
  expect(await screen.findByRole("heading", { name: "Sign in to Steward" })).toBeVisible();
  expect(router.state.location.search).toEqual({ return_to: "/settings/organisation" });
});
