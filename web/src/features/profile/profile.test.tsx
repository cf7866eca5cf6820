import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { me } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { failure, nothing, server, signedInAs } from "@/test/server";

test("a new name shows everywhere it stands", async () => {
  signedInAs();
  const renamed = { ...me, member: { ...me.member, name: "Ada King" } };
  server.use(
    http.patch("*/api/me", () => {
      signedInAs(renamed);
      return HttpResponse.json(renamed);
    }),
  );
  const { user } = renderApp("/settings/profile");
  const field = await screen.findByLabelText("Name");
  await user.clear(field);
  await user.type(field, "Ada King");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findAllByRole("button", { name: "Ada King, owner: open menu" }))[0]).toBeVisible();
});

test("the password is changed and its fields are emptied", async () => {
  signedInAs();
  let sent: unknown;
  server.use(
    http.put("*/api/me/password", async ({ request }) => {
      sent = await request.json();
      return nothing();
    }),
  );
  const { user } = renderApp("/settings/profile");
  await user.type(await screen.findByLabelText("New password"), " a long passphrase ");
  await user.click(screen.getByRole("button", { name: "Change password" }));
  expect(await screen.findByText("Your password was changed.")).toBeVisible();
  expect(sent).toEqual({ new_password: " a long passphrase " });
  expect(screen.getByLabelText("New password")).toHaveValue("");
});

test("a wrong current password is marked at its field", async () => {
  signedInAs();
  server.use(
    http.put("*/api/me/password", () =>
      failure(422, { code: "invalid", message: "That is not your password.", field: "current_password" }),
    ),
  );
  const { user } = renderApp("/settings/profile");
  await user.type(await screen.findByLabelText("Current password"), "wrong");
  await user.type(screen.getByLabelText("New password"), "a long passphrase");
  await user.click(screen.getByRole("button", { name: "Change password" }));
  expect(await screen.findByText("That is not your password.")).toBeVisible();
  expect(screen.getByLabelText("Current password")).toBeInvalid();
});
