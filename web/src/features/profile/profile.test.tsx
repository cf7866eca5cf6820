import { screen, waitFor } from "@testing-library/react";
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

test("emails are switched on, and the name is left alone", async () => {
  signedInAs();
  let sent: unknown;
  server.use(
    http.patch("*/api/me", async ({ request }) => {
      sent = await request.json();
      const changed = { ...me, member: { ...me.member, mail_escalations: true } };
      signedInAs(changed);
      return HttpResponse.json(changed);
    }),
  );
  const { user } = renderApp("/settings/profile");
  const mail = await screen.findByRole("switch", { name: "Email when a person must look" });
  expect(mail).not.toBeChecked();
  expect(screen.getByText("Emails go to ada@example.com.")).toBeVisible();
  await user.click(mail);
  expect(await screen.findByText("You get emails.")).toBeVisible();
  expect(sent).toEqual({ mail_escalations: true });
  expect(await screen.findByRole("switch", { checked: true })).toBeVisible();
});

test("emails cannot be switched on where no mail server is set up", async () => {
  signedInAs({ ...me, sends_mail: false });
  renderApp("/settings/profile");
  expect(await screen.findByRole("switch", { name: "Email when a person must look" })).toBeDisabled();
  expect(screen.getByText(/This server sends no emails/)).toBeVisible();
});

test("texts are switched on to one's own number, and the rest is left alone", async () => {
  signedInAs();
  let sent: unknown;
  server.use(
    http.patch("*/api/me", async ({ request }) => {
      sent = await request.json();
      const changed = { ...me, member: { ...me.member, text_escalations: true } };
      signedInAs(changed);
      return HttpResponse.json(changed);
    }),
  );
  const { user } = renderApp("/settings/profile");
  const texts = await screen.findByRole("switch", { name: "Text when a person must look" });
  expect(texts).not.toBeChecked();
  expect(screen.getByText(/^Texts go to \+14155550177, from \+14155550100\./)).toBeVisible();
  await user.click(texts);
  expect(await screen.findByText("You get texts.")).toBeVisible();
  expect(sent).toEqual({ text_escalations: true });
  await waitFor(() => expect(texts).toBeChecked());
});

test("why nobody can be texted is said where it would be switched on", async () => {
  signedInAs();
  server.use(http.get("*/api/me/alerts", () => HttpResponse.json({ texts_from: null })));
  renderApp("/settings/profile");
  const texts = await screen.findByRole("switch", { name: "Text when a person must look" });
  expect(texts).toBeDisabled();
  expect(screen.getByText(/There is no number to text you from/)).toBeVisible();
});

test("texts cannot be switched on by somebody without a number", async () => {
  signedInAs({ ...me, member: { ...me.member, phone: null } });
  renderApp("/settings/profile");
  expect(await screen.findByText(/You have no phone number here/)).toBeVisible();
  expect(screen.getByRole("switch", { name: "Text when a person must look" })).toBeDisabled();
});

test("a number that asked for silence stays off, and it is said", async () => {
  signedInAs();
  const message = "Your number has asked for no more messages. Text START to +14155550100 first.";
  server.use(
    http.patch("*/api/me", () => failure(422, { code: "invalid_field", message, field: "text_escalations" })),
  );
  const { user } = renderApp("/settings/profile");
  const texts = await screen.findByRole("switch", { name: "Text when a person must look" });
  await user.click(texts);
  expect(await screen.findByText(message)).toBeVisible();
  expect(texts).not.toBeChecked();
});

test("emails cannot be switched on by somebody without an address", async () => {
  signedInAs({ ...me, member: { ...me.member, email: null } });
  renderApp("/settings/profile");
  expect(await screen.findByText(/You have no email address here/)).toBeVisible();
  expect(screen.getByRole("switch", { name: "Email when a person must look" })).toBeDisabled();
});
