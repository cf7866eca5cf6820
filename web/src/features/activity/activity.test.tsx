import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { FakeEventSource } from "@/test/events";
import { approval, frontDeskAgent, grace, maria, thread, turn, turnDetail } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { page, server, signedInAs } from "@/test/server";

beforeEach(() => {
  signedInAs();
  server.use(
    http.get("*/api/agents", () => page([frontDeskAgent])),
    http.get("*/api/threads", () => page([thread])),
    http.get("*/api/contacts", () => page([maria])),
    http.get("*/api/turns/turn-1", () => HttpResponse.json(turnDetail)),
  );
});

test("turns are listed with what they took, page by page", async () => {
  server.use(
    http.get("*/api/turns", ({ request }) =>
      new URL(request.url).searchParams.has("cursor")
        ? page([{ ...turn, id: "turn-0", outcome: "failed", state: "failed" }])
        : page([turn], "turn-1"),
    ),
  );
  const { user } = renderApp("/activity");
  const list = within(await screen.findByRole("list", { name: "Turns" }));
  const row = within(list.getByRole("listitem"));
  expect(row.getByText("Completed")).toBeVisible();
  expect(row.getByText(/Maria Santos .* 2 model calls · 1,234 tokens · \$0\.04/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Load more" }));
  expect(await list.findByText("Failed")).toBeVisible();
});

test("the list of one conversation says so, and leads back to all of them", async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get("*/api/turns", ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("thread"));
      return page([turn]);
    }),
  );
  const { router, user } = renderApp("/activity?thread=t-1");
  expect(await screen.findByText(/Only the conversation “Maria Santos”/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show all" }));
  await screen.findByRole("list", { name: "Turns" });
  expect(router.state.location.search).toEqual({});
  expect(asked).toContain("t-1");
  expect(asked).toContain(null);
});

test("a turn shows its steps, what was said and what it cost", async () => {
  renderApp("/activity/turn-1");
  expect(await screen.findByRole("heading", { level: 1, name: "Front desk agent, turn 4" })).toBeVisible();
  expect(screen.getByText("Nothing is new.")).toBeVisible();
  expect(screen.getByText("Let me look.")).toBeVisible();
  expect(screen.getByText("Asked for: Read the history.")).toBeVisible();
  expect(screen.getByText("Begun 2 times")).toBeVisible();
  expect(screen.getByText("#1 user: Hello")).toBeVisible();
  expect(screen.getByText("Nothing new had arrived.")).toBeVisible();
  expect(screen.getByText("The arguments do not fit.")).toBeVisible();
  expect(screen.getByRole("row", { name: /1\. Asked the model.*900 ms 1,020 \$0\.04/ })).toBeInTheDocument();
  const admins = within(screen.getByRole("region", { name: "For admins" }));
  expect(admins.getByText("setup")).toBeVisible();
});

test("a turn that runs is followed until it is over", async () => {
  const [first] = turnDetail.steps;
  if (!first) throw new Error("The turn has steps.");
  let over = false;
  const running = {
    ...turnDetail,
    turn: { ...turn, state: "open", outcome: null, ended_at: null },
    steps: [{ ...first, status: "started", result: null, latency_ms: null }],
  };
  server.use(http.get("*/api/turns/turn-1", () => HttpResponse.json(over ? turnDetail : running)));
  renderApp("/activity/turn-1");
  expect(await screen.findByText("Under way")).toBeVisible();
  expect(screen.getByRole("row", { name: /1\. Asked the model .* until now/ })).toBeVisible();
  over = true;
  FakeEventSource.newest.tell("agent.done", "1");
  expect(await screen.findByRole("row", { name: /3\. Looked for news/ })).toBeVisible();
  expect(screen.queryByText("Under way")).toBeNull();
});

test("what a tool found in memory leads to where it came from", async () => {
  const content = "[f1a2db 2026-02-03 document] Lease: Pets are welcome.";
  const reports = [{ call_id: "c1", end: { end: "done", content } }];
  const steps = turnDetail.steps.map((step) =>
    step.kind === "tools" ? { ...step, result: { reports } } : step,
  );
  server.use(http.get("*/api/turns/turn-1", () => HttpResponse.json({ ...turnDetail, steps })));
  renderApp("/activity/turn-1");
  const link = await screen.findByRole("link", { name: "Document of Feb 3, 2026" });
  const { pathname, searchParams } = new URL(link.getAttribute("href") ?? "", "http://localhost");
  expect(pathname).toBe("/memory/cited/f1a2db");
  expect(Object.fromEntries(searchParams)).toEqual({
    near: "Lease: Pets are welcome.",
    day: "2026-02-03",
    source: "document",
    scope: "contact:c-maria",
  });
});

test.each([
  [{ faithful: true, different: [], unasked: [], same_end: true }, /Everything is as it was: 2 questions/],
  [{ faithful: false, different: [3], unasked: [], same_end: true }, /another question: 3/],
  [{ faithful: false, different: [], unasked: [4], same_end: false }, /ended in another way/],
])("a replay gives its verdict: %o", async (verdict, expected) => {
  server.use(http.post("*/api/turns/turn-1/replay", () => HttpResponse.json({ ...verdict, questions: 2 })));
  const { user } = renderApp("/activity/turn-1");
  await user.click(await screen.findByRole("button", { name: "Replay" }));
  expect(await screen.findByText(expected)).toBeVisible();
});

test("an address of no turn says so", async () => {
  // React reports what an error boundary caught, which is the point here.
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  server.use(http.get("*/api/turns/gone", () => HttpResponse.json({}, { status: 404 })));
  renderApp("/activity/gone");
  expect(await screen.findByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("what an agent wrote is laid out, and a decision has names in place of ids", async () => {
  const told = (key: string, value: object) => ({
    key,
    value,
    visibility: "team",
    created_at: turn.started_at,
  });
  const decision = "A person approved #ap-1. It did not work: This contact has no phone number.";
  server.use(
    http.get("*/api/turns/turn-1", () =>
      HttpResponse.json({
        ...turnDetail,
        steps: [],
        artifacts: [
          told("user", { from: "approval", text: decision }),
          told("assistant", { text: "It is **bold**." }),
        ],
      }),
    ),
    http.get("*/api/approvals/ap-1", () => HttpResponse.json({ ...approval, decided_by: grace.id })),
    http.get("*/api/members/m-grace", () => HttpResponse.json(grace)),
  );
  renderApp("/activity/turn-1");
  expect((await screen.findByText("bold")).tagName).toBe("STRONG");
  expect(screen.getByText("Decision")).toBeVisible();
  const said = "Grace Hopper approved “Text somebody else”, but it failed.";
  expect(await screen.findByText(said)).toBeVisible();
  expect(screen.getByText("It did not work: This contact has no phone number.")).toBeVisible();
});

test("a call that waited says what became of the question since", async () => {
  const [, tools] = turnDetail.steps;
  const waited = { reports: [{ call_id: "c1", end: { end: "waiting", approval: "ap-1" } }] };
  server.use(
    http.get("*/api/turns/turn-1", () =>
      HttpResponse.json({ ...turnDetail, steps: [{ ...tools, result: waited }] }),
    ),
    http.get("*/api/approvals/ap-1", () =>
      HttpResponse.json({
        ...approval,
        decision: "denied",
        decided_by: grace.id,
        decided_at: turn.started_at,
      }),
    ),
    http.get("*/api/members/m-grace", () => HttpResponse.json(grace)),
  );
  renderApp("/activity/turn-1");
  expect(await screen.findByText("Asked a person")).toBeVisible();
  expect(await screen.findByText(/^Grace Hopper denied this/)).toBeVisible();
});
