import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Hit, Passage } from "@/api/types";
import { maria, thread } from "@/test/fixtures";
import { lease, leasePassages, stats, teaHit, teaNote, threadItems } from "@/test/memory-fixtures";
import { renderApp } from "@/test/render";
import { page, server, signedInAs } from "@/test/server";

const asked: unknown[] = [];

function finds(passage: Passage) {
  const hit: Hit = { ...teaHit, passage };
  server.use(
    http.post("*/v1/agent/memory/search", async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({
        items: [{ ...teaHit, passage: { ...teaNote, id: "other" } }, hit],
        by_words_alone: false,
      });
    }),
  );
}

beforeEach(() => {
  asked.length = 0;
  signedInAs();
  server.use(
    http.get("*/v1/rag/stats", () => HttpResponse.json(stats)),
    http.get("*/api/threads", () => page([thread])),
    http.get("*/api/contacts", () => page([maria])),
  );
});

test("a citation of a document opens it at the part", async () => {
  const [, second] = leasePassages;
  if (!second) throw new Error("The lease has two parts.");
  finds({ ...second, id: "p-f1a2db" });
  server.use(
    http.get("*/v1/rag/documents/d-1", () => HttpResponse.json(lease)),
    http.get("*/v1/rag/documents/d-1/passages", () => page(leasePassages)),
  );
  const { router } = renderApp("/memory/cited/f1a2db?near=Pets&day=2026-02-03&source=document&scope=org");
  const parts = within(await screen.findByRole("list", { name: "Passages" }));
  const [first, sought] = parts.getAllByRole("listitem");
  expect(first).not.toHaveAttribute("aria-current");
  expect(sought).toHaveAttribute("aria-current", "true");
  expect(router.state.location.pathname).toBe("/memory/documents/d-1");
  expect(asked).toEqual([
    {
      query: "Pets",
      limit: 50,
      after: "2026-02-03T00:00:00Z",
      before: "2026-02-04T00:00:00.000Z",
      sources: ["document"],
      scopes: ["org", "member"],
    },
  ]);
});

test("a citation of a message opens the conversation at it", async () => {
  const at = "2026-02-03T05:00:00Z";
  const later = threadItems.map((item, index) => ({
    ...item,
    created_at: `2026-02-03T0${4 + index}:00:00Z`,
  }));
  finds({ ...teaNote, id: "p-f1a2db", source: "message", thread_id: "t-1", occurred_at: at });
  server.use(http.get("*/api/threads/t-1/items", () => HttpResponse.json({ items: later })));
  renderApp("/memory/cited/f1a2db?near=lease");
  const said = within(await screen.findByRole("list", { name: "Messages" }));
  const current = said.getAllByRole("listitem").filter((item) => item.hasAttribute("aria-current"));
  expect(current).toHaveLength(1);
  expect(within(current[0] as HTMLElement).getByText("lease 4B")).toBeVisible();
});

test("a citation of a note opens the notes at it", async () => {
  finds({ ...teaNote, id: "p-f1a2db" });
  server.use(http.get("*/v1/agent/memory/archival", () => page([teaNote, { ...teaNote, id: "p-f1a2db" }])));
  renderApp("/memory/cited/f1a2db?near=tea");
  const notes = within(await screen.findByRole("list", { name: "Notes" }));
  const items = notes.getAllByRole("listitem").filter((item) => item.hasAttribute("aria-current"));
  expect(items).toHaveLength(1);
});

test("a passage that is gone says so, and offers its words", async () => {
  finds(teaNote);
  renderApp("/memory/cited/f1a2db?near=tea");
  expect(await screen.findByRole("heading", { name: "The passage was not found" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Search for its words" })).toHaveAttribute(
    "href",
    "/memory/search?q=tea",
  );
});
