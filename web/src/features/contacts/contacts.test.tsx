import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Consent } from "@/api/types";
import { frontDesk, maria, plainMember, stop } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { failure, nothing, page, server, signedInAs } from "@/test/server";

const forgotten = { ...maria, name: null, identifiers: [], forgotten: true };

beforeEach(() => {
  signedInAs();
  server.use(
    http.get("*/api/contacts/c-maria/consent", () => page([])),
    http.get("*/api/lines", () => page([])),
  );
});

test("a search runs on the server, stands in the address and keeps the focus", async () => {
  const queries: (string | null)[] = [];
  server.use(
    http.get("*/api/contacts", ({ request }) => {
      const query = new URL(request.url).searchParams.get("query");
      queries.push(query);
      return page(query === "zoe" ? [] : [maria]);
    }),
  );
  const { router, user } = renderApp("/settings/contacts");
  expect(await screen.findByRole("link", { name: "Maria Santos" })).toBeVisible();
  const box = screen.getByRole("searchbox", { name: "Search contacts" });
  await user.click(box);
  await user.paste("zoe");
  expect(await screen.findByRole("heading", { name: "No contact matches" })).toBeVisible();
  expect(box).toHaveFocus();
  // One request for the whole word and none for its beginnings; the unfiltered list may be fetched anew on a slow machine.
  expect(queries.filter((query) => query !== null)).toEqual(["zoe"]);
  expect(router.state.location.search).toEqual({ query: "zoe" });
});

test("a contact is added; a refusal is shown at its field", async () => {
  server.use(
    http.get("*/api/contacts", () => page([])),
    http.post("*/api/contacts", async ({ request }) => {
      const body = (await request.json()) as { phone?: string };
      return body.phone === undefined
        ? failure(422, { code: "invalid", message: "Give a phone number.", field: "phone" })
        : HttpResponse.json({ ...maria, ...body }, { status: 201 });
    }),
  );
  const { user } = renderApp("/settings/contacts");
  expect(await screen.findByRole("heading", { name: "No contacts" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add contact" }));
  const add = screen.getAllByRole("button", { name: "Add contact" }).at(-1) as HTMLElement;
  await user.click(add);
  expect(await screen.findByText("Give a phone number.")).toBeVisible();
  await user.type(screen.getByLabelText("Phone"), "+14155550188");
  await user.click(add);
  expect(await screen.findByText("The contact was added.")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a contact's name is edited", async () => {
  let name = maria.name;
  server.use(
    http.get("*/api/contacts/c-maria", () => HttpResponse.json({ ...maria, name })),
    http.patch("*/api/contacts/c-maria", async ({ request }) => {
      name = ((await request.json()) as { name: string }).name;
      return HttpResponse.json({ ...maria, name });
    }),
  );
  const { user } = renderApp("/settings/contacts/c-maria");
  const field = await screen.findByLabelText("Contact name");
  await user.clear(field);
  await user.type(field, "Maria S.");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Maria S." })).toBeVisible();
});

test("a contact's identifiers are added and removed", async () => {
  let identifiers = maria.identifiers;
  server.use(
    http.get("*/api/contacts/c-maria", () => HttpResponse.json({ ...maria, identifiers })),
    http.post("*/api/contacts/c-maria/identifiers", () => {
      const added = { id: "i-9", kind: "email", value: "maria@example.org" } as const;
      identifiers = [...identifiers, added];
      return HttpResponse.json(added, { status: 201 });
    }),
    http.delete("*/api/contacts/c-maria/identifiers/i-2", () => {
      identifiers = identifiers.filter(({ id }) => id !== "i-2");
      return nothing();
    }),
  );
  const { user } = renderApp("/settings/contacts/c-maria");
  await user.type(await screen.findByLabelText("Value"), "maria@example.org");
  await user.click(screen.getByRole("button", { name: "Add" }));
  await user.click(await screen.findByRole("button", { name: "Remove +14155550188" }));
  expect(await screen.findByText("+14155550188 was removed.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Remove maria@example.org" })).toBeVisible();
});

test("forgetting needs the name typed and leaves an entry that says so", async () => {
  let current = maria;
  server.use(
    http.get("*/api/contacts/c-maria", () => HttpResponse.json(current)),
    http.post("*/api/contacts/c-maria/forget", () => {
      current = forgotten;
      return nothing();
    }),
  );
  const { user } = renderApp("/settings/contacts/c-maria");
  await user.click(await screen.findByRole("button", { name: "Forget contact" }));
  await user.type(screen.getByLabelText(/to confirm/), "Maria Santos{Enter}");
  expect(await screen.findByRole("heading", { level: 1, name: "Forgotten contact" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Forget contact" })).toBeNull();
  expect(document.body).not.toHaveTextContent("+14155550188");
});

test("a forgotten contact is listed as forgotten", async () => {
  server.use(http.get("*/api/contacts", () => page([forgotten])));
  renderApp("/settings/contacts");
  expect(await screen.findByText("forgotten")).toBeVisible();
});

test("a contact is deleted after a question", async () => {
  server.use(
    http.get("*/api/contacts/c-maria", () => HttpResponse.json(maria)),
    http.get("*/api/contacts", () => page([])),
    http.delete("*/api/contacts/c-maria", () => nothing()),
  );
  const { user } = renderApp("/settings/contacts/c-maria");
  await user.click(await screen.findByRole("button", { name: "Delete contact" }));
  await user.click(screen.getAllByRole("button", { name: "Delete contact" }).at(-1) as HTMLElement);
  expect(await screen.findByRole("heading", { name: "No contacts" })).toBeVisible();
});

test("a plain member can neither forget nor delete", async () => {
  signedInAs(plainMember);
  server.use(http.get("*/api/contacts/c-maria", () => HttpResponse.json(maria)));
  renderApp("/settings/contacts/c-maria");
  expect(await screen.findByRole("heading", { level: 1, name: "Maria Santos" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /Forget|Delete/ })).toBeNull();
});

test("the consent log says how a contact opted out, and what a member was told is written down", async () => {
  const log: Consent[] = [stop];
  const told: unknown[] = [];
  server.use(
    http.get("*/api/contacts/c-maria", () => HttpResponse.json(maria)),
    http.get("*/api/lines", () => page([frontDesk])),
    http.get("*/api/contacts/c-maria/consent", () => page(log)),
    http.post("*/api/contacts/c-maria/consent", async ({ request }) => {
      told.push(await request.json());
      log.unshift({ ...stop, id: "co-2", change: "opted_in", how: "member", words: null });
      return nothing();
    }),
  );
  const { user } = renderApp("/settings/contacts/c-maria");
  const changes = await screen.findByRole("list", { name: "Changes of consent" });
  expect(changes).toHaveTextContent("Opted out of text messages");
  expect(await screen.findByText(/By a word to Front desk/)).toBeVisible();
  expect(changes).toHaveTextContent("Stop");
  await user.click(screen.getByRole("button", { name: "They want texts again" }));
  expect(await screen.findByText("Wants text messages again")).toBeVisible();
  expect(told).toEqual([{ channel: "sms", change: "opted_in" }]);
  expect(screen.getByRole("button", { name: "They want no more texts" })).toBeVisible();
});

test("a plain member cannot write down that somebody wants texts again", async () => {
  signedInAs(plainMember);
  server.use(
    http.get("*/api/contacts/c-maria", () => HttpResponse.json(maria)),
    http.get("*/api/contacts/c-maria/consent", () => page([stop])),
  );
  renderApp("/settings/contacts/c-maria");
  expect(await screen.findByText("Opted out of text messages")).toBeVisible();
  expect(screen.queryByRole("button", { name: /They want/ })).toBeNull();
});

test("who answers a contact is chosen; a plain member cannot choose the agent", async () => {
  const changes: unknown[] = [];
  let contact = maria;
  server.use(
    http.get("*/api/contacts/c-maria", () => HttpResponse.json(contact)),
    http.patch("*/api/contacts/c-maria", async ({ request }) => {
      const body = (await request.json()) as object;
      changes.push(body);
      contact = { ...contact, ...body };
      return HttpResponse.json(contact);
    }),
  );
  signedInAs(plainMember);
  const { user } = renderApp("/settings/contacts/c-maria");
  expect(await screen.findByRole("radio", { name: "As usual" })).toBeChecked();
  expect(screen.getByLabelText("Agent")).toBeDisabled();
  await user.click(screen.getByRole("radio", { name: "Only people" }));
  expect(await screen.findByText(/No agent is asked/)).toBeVisible();
  expect(screen.queryByLabelText("Agent")).toBeNull();
  expect(changes).toEqual([{ answering: "people" }]);
});
