import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { approval, frontDeskAgent, grace, maria, thread } from "@/test/fixtures";
import { context, stats, summary, threadItems } from "@/test/memory-fixtures";
import { renderApp } from "@/test/render";
import { failure, page, server, signedInAs } from "@/test/server";

beforeEach(() => {
  signedInAs();
  server.use(
    http.get("*/v1/rag/stats", () => HttpResponse.json(stats)),
    http.get("*/api/agents", () => page([frontDeskAgent])),
    http.get("*/api/threads", () => page([thread])),
    http.get("*/api/contacts", () => page([maria])),
    http.get("*/api/threads/t-1/summaries", () => page([summary])),
    http.get("*/api/threads/t-1/context", () => HttpResponse.json(context)),
  );
});

test("conversations lead to what is remembered of them", async () => {
  const { user } = renderApp("/memory/conversations");
  const list = within(await screen.findByRole("list", { name: "All conversations" }));
  expect(list.getByText("Front desk agent · 1 turn")).toBeVisible();
  await user.click(list.getByRole("link", { name: "Maria Santos" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Maria Santos" })).toBeVisible();
});

test("the next turn's start is told in tokens, blocks and memories", async () => {
  renderApp("/threads/t-1/memory");
  const region = within(await screen.findByRole("region", { name: "What the next turn starts from" }));
  expect(await region.findByText("4,100 of 8,000 tokens.")).toBeVisible();
  const free = region.getByText("Free").parentElement as HTMLElement;
  expect(within(free).getByText("3,900")).toBeVisible();
  const tools = region.getByText("Tools").parentElement as HTMLElement;
  expect(within(tools).getByText("500")).toBeVisible();
  expect(region.getByRole("link", { name: "human" })).toHaveAttribute(
    "href",
    "/memory/blocks/human?scope=member",
  );
  expect(region.getByText(/^Looked for with one search\. Kept from before, until/)).toBeVisible();
  const memories = within(region.getByRole("list", { name: "Memories in the prompt" }));
  expect(memories.getByText("tea").tagName).toBe("MARK");
  expect(memories.queryByRole("button", { name: /Forget/ })).toBeNull();
});

test("a summary shows its facts and unfolds to its messages", async () => {
  const asked: (string | null)[][] = [];
  server.use(
    http.get("*/api/threads/t-1/items", ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push([searchParams.get("after_seq"), searchParams.get("before_seq")]);
      return page(threadItems);
    }),
  );
  const { user } = renderApp("/threads/t-1/memory");
  expect(await screen.findByText("Maria lives in 4B.")).toBeVisible();
  expect(screen.getByText("Maria asked about her lease.")).toBeVisible();
  expect(screen.getByText("96 % of the facts came through")).toBeVisible();
  expect(asked).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Show the 40 messages" }));
  const messages = within(await screen.findByRole("list", { name: "Messages" }));
  expect(messages.getByText("When does my lease end?")).toBeVisible();
  expect(messages.getByText("Maria Santos")).toBeVisible();
  expect(messages.getByText("Called: Read the history")).toBeVisible();
  expect(asked).toEqual([["0", "41"]]);
  await user.click(screen.getByRole("button", { name: "Hide the 40 messages" }));
  expect(screen.queryByRole("list", { name: "Messages" })).toBeNull();
});

test("a context that cannot be made leaves the summaries", async () => {
  server.use(
    http.get("*/api/threads/t-1/summaries", () => page([])),
    http.get("*/api/threads/t-1/context", () =>
      failure(503, { code: "busy", message: "The index is loading." }),
    ),
  );
  renderApp("/threads/t-1/memory");
  expect(await screen.findByText("The index is loading.")).toBeVisible();
  expect(screen.getByRole("heading", { name: "No summaries yet" })).toBeVisible();
});

test("somebody else's conversation is not there", async () => {
  // React reports what an error boundary caught, which is the point here.
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  server.use(http.get("*/api/threads/t-9/summaries", () => HttpResponse.json({}, { status: 404 })));
  renderApp("/threads/t-9/memory");
  expect(await screen.findByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("a summary of messages without facts does not say that none came through", async () => {
  server.use(http.get("*/api/threads/t-1/summaries", () => page([{ ...summary, facts: [], fidelity: 0 }])));
  renderApp("/threads/t-1/memory");
  expect(await screen.findByText("There were no facts to keep in these messages.")).toBeVisible();
  expect(screen.queryByText(/of the facts came through/)).toBeNull();
});

test("messages are told as people read them: Markdown, decisions with names, and what a tool was called with", async () => {
  const items = [
    { ...threadItems[0], seq: 1, kind: "user", from: "member", text: "**As it is**" },
    { ...threadItems[0], seq: 2, kind: "assistant", from: null, text: "It is **mended**." },
    {
      ...threadItems[0],
      seq: 3,
      kind: "tool_call",
      from: null,
      tool: "text_contact",
      text: '{"text":"Come."}',
    },
    { ...threadItems[0], seq: 4, kind: "tool_output", from: null, text: "waiting for approval #ap-1" },
    {
      ...threadItems[0],
      seq: 5,
      kind: "user",
      from: "approval",
      text: "A person said no to #ap-1. It was not done.",
    },
  ];
  server.use(
    http.get("*/api/threads/t-1/items", () => page(items)),
    http.get("*/api/approvals/ap-1", () => HttpResponse.json({ ...approval, decided_by: grace.id })),
    http.get("*/api/members/m-grace", () => HttpResponse.json(grace)),
  );
  renderApp("/threads/t-1/messages");
  expect((await screen.findByText("mended")).tagName).toBe("STRONG");
  expect(screen.getByText("**As it is**")).toBeVisible();
  expect(screen.getByText("A member")).toBeVisible();
  expect(screen.getByText("Come.")).toBeVisible();
  expect(screen.getByText("A person was asked before anything happened.")).toBeVisible();
  expect(
    await screen.findByText("Grace Hopper said no to “Text somebody else”. It was not done."),
  ).toBeVisible();
});

test("text that is written from right to left is read so", async () => {
  server.use(
    http.get("*/api/threads/t-1/items", () =>
      page([{ ...threadItems[0], kind: "user", text: "متى ينتهي العقد؟" }]),
    ),
  );
  renderApp("/threads/t-1/messages");
  expect(await screen.findByText("متى ينتهي العقد؟")).toHaveAttribute("dir", "auto");
});
