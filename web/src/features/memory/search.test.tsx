import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Hit } from "@/api/types";
import { leasePassages, stats, teaHit, teaNote } from "@/test/memory-fixtures";
import { renderApp } from "@/test/render";
import { failure, nothing, server, signedInAs } from "@/test/server";

const path = "*/v1/agent/memory/search";
const found = (...items: Hit[]) => HttpResponse.json({ items, by_words_alone: false });

const documentHit: Hit = {
  ...teaHit,
  passage: { ...teaNote, ...leasePassages[1] },
  score: 2.1,
  highlights: [],
  source: { kind: "document", label: "Lease of 2026" },
};
const threadHit: Hit = {
  ...teaHit,
  passage: {
    ...teaNote,
    id: "p-3",
    source: "message",
    speaker: "Maria Santos",
    thread_id: "t-1",
    text: "Tea?",
  },
  highlights: [[0, 3]],
  source: { kind: "thread", label: "Conversation with Maria" },
};

beforeEach(() => {
  signedInAs();
  server.use(http.get("*/v1/rag/stats", () => HttpResponse.json(stats)));
});

test("what is typed is searched for, and hits say what matched and where they came from", async () => {
  const bodies: unknown[] = [];
  server.use(
    http.post(path, async ({ request }) => {
      bodies.push(await request.json());
      return found(teaHit, documentHit, threadHit);
    }),
  );
  const { router, user } = renderApp("/memory/search");
  expect(await screen.findByRole("heading", { name: "Search everything that is remembered" })).toBeVisible();
  await user.type(screen.getByRole("searchbox", { name: "Search memory" }), "tea");
  const results = within(await screen.findByRole("list", { name: "Results" }));
  expect(screen.getByText("3 passages found.")).toHaveAttribute("role", "status");
  expect(results.getByText("tea").tagName).toBe("MARK");
  expect(results.getByRole("link", { name: "A note" })).toHaveAttribute(
    "href",
    "/memory/notes?scope=member&note=p-1",
  );
  expect(results.getByRole("link", { name: "Lease of 2026, part 2" })).toHaveAttribute(
    "href",
    "/memory/documents/d-1?part=1",
  );
  expect(results.getByRole("link", { name: "Conversation with Maria" })).toHaveAttribute(
    "href",
    "/threads/t-1/messages?at=2026-02-03T04%3A05%3A06Z",
  );
  expect(results.getAllByText("Close in meaning")).toHaveLength(3);
  expect(bodies).toEqual([{ query: "tea", limit: 20 }]);
  expect(router.state.location.search).toEqual({ q: "tea" });
});

test("a search by words alone says so", async () => {
  server.use(http.post(path, () => HttpResponse.json({ items: [teaHit], by_words_alone: true })));
  renderApp("/memory/search?q=tea");
  expect(await screen.findByText(/1 passage found by words alone/)).toHaveAttribute("role", "status");
  expect(screen.getByRole("list", { name: "Results" })).toBeVisible();
});

test("filters narrow a search and stand in the address", async () => {
  const bodies: Record<string, unknown>[] = [];
  server.use(
    http.post(path, async ({ request }) => {
      bodies.push((await request.json()) as Record<string, unknown>);
      return found();
    }),
  );
  const { router, user } = renderApp("/memory/search?q=tea&scope=org");
  expect(await screen.findByRole("heading", { name: "Nothing found" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Notes", pressed: false }));
  await user.type(screen.getByLabelText("Tag"), "kitchen{Enter}");
  await user.type(screen.getByLabelText("From"), "2026-01-02");
  await waitFor(() =>
    expect(bodies.at(-1)).toEqual({
      query: "tea",
      limit: 20,
      scopes: ["org"],
      sources: ["archival"],
      tags: ["kitchen"],
      after: new Date("2026-01-02T00:00:00").toISOString(),
    }),
  );
  expect(router.state.location.search).toEqual({
    q: "tea",
    scope: "org",
    source: "archival",
    tag: "kitchen",
    after: "2026-01-02",
  });
});

test("there is more to see where the first answer is full", async () => {
  const hits = Array.from({ length: 30 }, (_, index) => ({
    ...teaHit,
    passage: { ...teaNote, id: `p-${index}` },
  }));
  server.use(
    http.post(path, async ({ request }) => {
      const { limit } = (await request.json()) as { limit: number };
      return found(...hits.slice(0, limit));
    }),
  );
  const { user } = renderApp("/memory/search?q=tea");
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  expect(await screen.findByText("30 passages found.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

/** A hit that can be forgotten; `freshStats` is what the figures of the page wait for afterwards. */
function forgettable(freshStats = async () => {}) {
  let forgotten = false;
  server.use(
    http.get("*/v1/rag/stats", async () => {
      if (forgotten) await freshStats();
      return HttpResponse.json(stats);
    }),
    http.post(path, () => (forgotten ? found() : found(threadHit))),
    http.post("*/v1/agent/memory/passages/p-3/forget", () => {
      forgotten = true;
      return nothing();
    }),
  );
}

test("a hit can be forgotten, and the search is made again", async () => {
  forgettable();
  const { user } = renderApp("/memory/search?q=tea");
  await user.click(await screen.findByRole("button", { name: "Forget “Tea?”" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText(/What was said goes from the conversation/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Forget" }));
  expect(await screen.findByRole("heading", { name: "Nothing found" })).toBeVisible();
});

test("that a hit was forgotten is said even if it goes before the rest of the page is fresh", async () => {
  forgettable(async () => void (await screen.findByRole("heading", { name: "Nothing found" })));
  const { user } = renderApp("/memory/search?q=tea");
  await user.click(await screen.findByRole("button", { name: "Forget “Tea?”" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Forget" }));
  expect(await screen.findByText("It was forgotten.")).toBeVisible();
});

test("a search that fails says why and can be made again", async () => {
  server.use(
    http.post(path, () => failure(503, { code: "busy", message: "The index is loading." }), { once: true }),
    http.post(path, () => found(teaHit)),
  );
  const { user } = renderApp("/memory/search?q=tea");
  expect(await screen.findByText("The index is loading.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("1 passage found.")).toBeVisible();
});
