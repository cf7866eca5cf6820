import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Passage } from "@/api/types";
import { stats, teaNote } from "@/test/memory-fixtures";
import { renderApp } from "@/test/render";
import { failure, nothing, page, server, signedInAs } from "@/test/server";

const path = "*/v1/agent/memory/archival";

beforeEach(() => {
  signedInAs();
  server.use(http.get("*/v1/rag/stats", () => HttpResponse.json(stats)));
});

test("notes are listed page by page and narrowed to a tag", async () => {
  const older: Passage = { ...teaNote, id: "p-0", text: "The lift is old.", tags: [] };
  server.use(
    http.get(path, ({ request }) => {
      const { searchParams } = new URL(request.url);
      if (searchParams.get("tag") === "kitchen") return page([teaNote]);
      return searchParams.has("cursor") ? page([older]) : page([teaNote], "next");
    }),
  );
  const { router, user } = renderApp("/memory/notes");
  const list = within(await screen.findByRole("list", { name: "Notes" }));
  expect(list.getByText("The tea is kept in the kitchen.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Load more" }));
  expect(await list.findByText("The lift is old.")).toBeVisible();
  await user.click(list.getByRole("link", { name: "Only notes tagged kitchen" }));
  expect(await screen.findByText(/Only notes tagged “kitchen”/)).toBeVisible();
  expect(screen.queryByText("The lift is old.")).toBeNull();
  expect(router.state.location.search).toEqual({ scope: "member", tag: "kitchen" });
  expect(screen.getByRole("link", { name: "Show all" })).toHaveAttribute(
    "href",
    "/memory/notes?scope=member",
  );
});

test("a note is added with its tags, and the form is empty again", async () => {
  const notes: Passage[] = [];
  const bodies: unknown[] = [];
  server.use(
    http.get(path, () => page(notes)),
    http.post(path, async ({ request }) => {
      bodies.push(await request.json());
      notes.push(teaNote);
      return HttpResponse.json({ items: [teaNote] }, { status: 201 });
    }),
  );
  const { user } = renderApp("/memory/notes?scope=org");
  expect(await screen.findByRole("heading", { name: "No notes" })).toBeVisible();
  const form = within(screen.getByRole("form", { name: "Add a note" }));
  await user.type(form.getByLabelText("Note"), "The tea is kept in the kitchen.");
  await user.type(form.getByLabelText("Tags"), "kitchen, supplies, kitchen");
  await user.click(form.getByRole("button", { name: "Add note" }));
  expect(await screen.findByText("The note was kept.")).toBeVisible();
  expect(await screen.findByRole("list", { name: "Notes" })).toBeVisible();
  expect(form.getByLabelText("Note")).toHaveValue("");
  expect(bodies).toEqual([
    { text: "The tea is kept in the kitchen.", tags: ["kitchen", "supplies"], scope: "org" },
  ]);
});

test("a note that is refused stays in the form and says why", async () => {
  server.use(
    http.get(path, () => page([])),
    http.post(path, () =>
      failure(422, { code: "invalid_field", message: "This is too long.", field: "text" }),
    ),
  );
  const { user } = renderApp("/memory/notes");
  const form = within(await screen.findByRole("form", { name: "Add a note" }));
  await user.type(form.getByLabelText("Note"), "Long.");
  await user.click(form.getByRole("button", { name: "Add note" }));
  expect(await form.findByText("This is too long.")).toBeVisible();
  expect(form.getByLabelText("Note")).toHaveValue("Long.");
});

test("a note is forgotten once somebody has read what goes", async () => {
  let forgotten = false;
  server.use(
    http.get(path, () => page(forgotten ? [] : [teaNote])),
    http.post("*/v1/agent/memory/passages/p-1/forget", () => {
      forgotten = true;
      return nothing();
    }),
  );
  const { user } = renderApp("/memory/notes");
  await user.click(await screen.findByRole("button", { name: /^Forget “The tea is kept/ }));
  const dialog = within(screen.getByRole("dialog", { name: "Forget this?" }));
  expect(dialog.getByText("The tea is kept in the kitchen.")).toBeVisible();
  expect(dialog.getByText(/The note goes, and everything that was made from it/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Forget" }));
  expect(await screen.findByText("It was forgotten.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("list", { name: "Notes" })).toBeNull());
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
});
