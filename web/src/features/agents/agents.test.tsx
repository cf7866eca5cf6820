import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import type { Agent, AgentChange, Line } from "@/api/types";
import { frontDesk, frontDeskAgent, grace, me, plainMember } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { failure, nothing, page, server, signedInAs } from "@/test/server";

function serveAgent() {
  signedInAs();
  let agent: Agent = frontDeskAgent;
  const changes: AgentChange[] = [];
  server.use(
    http.get("*/api/agents", () => page([agent])),
    http.get("*/api/agents/a-1", () => HttpResponse.json(agent)),
    http.put("*/api/agents/a-1", async ({ request }) => {
      const change = (await request.json()) as AgentChange;
      changes.push(change);
      agent = { ...agent, ...change, revision: agent.revision + 1 } as Agent;
      return HttpResponse.json(agent);
    }),
  );
  return changes;
}

test("an agent is added and opens", async () => {
  signedInAs();
  server.use(
    http.post("*/api/agents", () => HttpResponse.json(frontDeskAgent, { status: 201 })),
    http.get("*/api/agents/a-1", () => HttpResponse.json(frontDeskAgent)),
  );
  const { user } = renderApp("/agents");
  expect(await screen.findByRole("heading", { name: "No agents" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add agent" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.type(dialog.getByLabelText("Name"), "Front desk agent");
  await user.click(dialog.getByRole("button", { name: "Add agent" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Front desk agent" })).toBeVisible();
});

test("an agent is changed, and what the form does not show stays", async () => {
  const changes = serveAgent();
  const { user } = renderApp("/agents/a-1");
  expect(await screen.findByRole("checkbox", { name: /Answer by text/ })).toBeChecked();
  await user.click(screen.getByRole("checkbox", { name: /Text somebody else/ }));
  await user.clear(screen.getByLabelText("Dollars a day"));
  await user.type(screen.getByLabelText("Dollars a day"), "1.25");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The agent was saved.")).toBeVisible();
  expect(changes).toEqual([
    {
      revision: 3,
      name: "Front desk agent",
      persona: "Brief.",
      goals: "Answer tenants.",
      instructions: "Promise nothing.",
      optimised_instructions: "Never promise.",
      model: null,
      tools: ["send_sms", "mcp_weather"],
      send_mode: "suggest",
      memory_mode: "overlay",
      daily_micros: 1_250_000,
      daily_tokens: null,
    },
  ]);
  // The next change is made to what was saved.
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(changes.map((change) => change.revision)).toEqual([3, 4]));
});

test("which memory an agent reads and writes is shown and set", async () => {
  const changes = serveAgent();
  const { user } = renderApp("/agents/a-1");
  const memory = within(await screen.findByRole("group", { name: "Remembering" }));
  expect(memory.getByRole("radio", { name: /Shared, with its own on top/ })).toBeChecked();
  await user.click(memory.getByRole("radio", { name: /Its own alone/ }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The agent was saved.")).toBeVisible();
  expect(changes.map((change) => change.memory_mode)).toEqual(["isolated"]);
});

const linesOf = async () => within(await screen.findByRole("region", { name: "Lines it answers on" }));

test("an agent's page names the lines it answers on", async () => {
  serveAgent();
  const others: Line = { ...frontDesk, id: "l-2", label: "Back office", agent_id: "a-9" };
  server.use(http.get("*/api/lines", () => page([others, { ...frontDesk, agent_id: "a-1" }])));
  renderApp("/agents/a-1");
  const link = await (await linesOf()).findByRole("link", { name: "Front desk" });
  expect(link).toHaveAttribute("href", "/settings/lines");
  expect((await linesOf()).getAllByRole("listitem")).toHaveLength(1);
});

test("an agent without a line says that no text reaches it", async () => {
  serveAgent();
  server.use(http.get("*/api/lines", () => page([frontDesk])));
  renderApp("/agents/a-1");
  expect(await (await linesOf()).findByText(/None: no text reaches it/)).toBeVisible();
});

test("letting an agent send asks first and says what it means", async () => {
  const changes = serveAgent();
  const { user } = renderApp("/agents/a-1");
  await user.click(await screen.findByRole("radio", { name: /Autonomous/ }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  const dialog = within(screen.getByRole("dialog", { name: "Let Front desk agent send by itself?" }));
  expect(dialog.getByText(/without anybody reading the answer first/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(changes).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.click(screen.getByRole("button", { name: "Let it send" }));
  expect(await screen.findByText("The agent was saved.")).toBeVisible();
  expect(changes.map((change) => change.send_mode)).toEqual(["autonomous"]);
});

test("who was slower is told and can read the newest", async () => {
  signedInAs();
  let name = "Front desk agent";
  server.use(
    http.get("*/api/agents/a-1", () => HttpResponse.json({ ...frontDeskAgent, name, revision: name.length })),
    http.put("*/api/agents/a-1", () => {
      name = "Reception";
      return failure(409, { code: "changed_meanwhile", message: "Somebody else changed this meanwhile." });
    }),
  );
  const { user } = renderApp("/agents/a-1");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("Somebody else changed this meanwhile.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Discard and read it again" }));
  await waitFor(() => expect(screen.getByLabelText("Name")).toHaveValue("Reception"));
});

test("a plain member reads an agent and tries it, and changes nothing", async () => {
  signedInAs(plainMember);
  server.use(http.get("*/api/agents/a-1", () => HttpResponse.json(frontDeskAgent)));
  renderApp("/agents/a-1");
  expect(await screen.findByLabelText("Name")).toBeDisabled();
  expect(screen.getByLabelText("Say something")).toBeEnabled();
  expect(screen.queryByLabelText("Script")).toBeNull();
  for (const name of ["Save", "Delete agent"]) expect(screen.queryByRole("button", { name })).toBeNull();
});

test("an agent is tried, and what it does is shown as it does it", async () => {
  signedInAs();
  const events = [
    { type: "text_delta", delta: "Let me " },
    { type: "text_delta", delta: "look." },
    { type: "tool_call_start", tool: "read_history", input: { limit: 1 }, callId: "c1" },
    { type: "tool_call_complete", tool: "read_history", result: "Hello", outcome: "done", callId: "c1" },
    {
      type: "tool_call_start",
      tool: "propose_sms_replies",
      input: { options: [{ body: "At nine.", confidence: 0.8 }, { body: "We open at nine." }] },
      callId: "c2",
    },
    { type: "tool_call_complete", tool: "propose_sms_replies", result: "", outcome: "done", callId: "c2" },
    {
      type: "complete",
      finalText: "",
      stats: {
        model_calls: 2,
        tool_calls: 1,
        failed_calls: 0,
        usage: { input_tokens: 10, output_tokens: 5 },
      },
    },
  ];
  const bodies: unknown[] = [];
  server.use(
    http.get("*/api/agents/a-1", () => HttpResponse.json(frontDeskAgent)),
    http.post("*/api/turns/debug", async ({ request }) => {
      expect(request.headers.get("accept")).toBe("text/event-stream");
      expect(request.headers.get("x-csrf-token")).toBe("csrf-1");
      bodies.push(await request.json());
      const lines = events.map(
        (event) => `data: ${JSON.stringify({ turn: "turn-1", depth: 0, ...event })}\n\n`,
      );
      return new HttpResponse(lines.join(""), { headers: { "content-type": "text/event-stream" } });
    }),
  );
  const { user } = renderApp("/agents/a-1");
  await user.type(await screen.findByLabelText("Say something"), "Hello");
  await user.click(screen.getByRole("button", { name: "Run" }));
  expect(await screen.findByText("Let me look.")).toBeVisible();
  const log = within(screen.getByRole("log"));
  expect(log.getByText("Read the history")).toBeVisible();
  const replies = within(log.getByRole("list", { name: "Replies" })).getAllByRole("listitem");
  expect(replies.map((reply) => reply.textContent)).toEqual([
    expect.stringMatching(/^At nine\.The agent is 80\s?% sure of it\.$/),
    "We open at nine.",
  ]);
  expect(within(replies[0] as HTMLElement).getByText("At nine.")).toBeVisible();
  expect(await log.findByText(/Complete: 2 model calls, 1 tool call, 15 tokens/)).toBeVisible();
  expect(log.getByRole("link", { name: "See the turn" })).toHaveAttribute("href", "/activity/turn-1");
  await user.selectOptions(screen.getByLabelText("Try it with"), "A message of yours, for real");
  await user.type(screen.getByLabelText("Say something"), "!");
  await user.click(screen.getByRole("button", { name: "Run" }));
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies).toEqual([
    { agent_id: "a-1", text: "Hello", from: "contact", rehearse: true },
    { agent_id: "a-1", text: "Hello!", from: "member", rehearse: false },
  ]);
});

test("a try that is refused says why", async () => {
  signedInAs();
  server.use(
    http.get("*/api/agents/a-1", () => HttpResponse.json(frontDeskAgent)),
    http.post("*/api/turns/debug", () => failure(503, { code: "busy", message: "Too many turns run." })),
  );
  const { user } = renderApp("/agents/a-1");
  await user.type(await screen.findByLabelText("Say something"), "Hello");
  await user.click(screen.getByRole("button", { name: "Run" }));
  expect(await screen.findByText("Too many turns run.")).toBeVisible();
});

test("an agent is deleted once its name is typed", async () => {
  serveAgent();
  server.use(http.delete("*/api/agents/a-1", () => nothing()));
  const { router, user } = renderApp("/agents/a-1");
  await user.click(await screen.findByRole("button", { name: "Delete agent" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByRole("button", { name: "Delete agent" })).toBeDisabled();
  await user.type(dialog.getByLabelText(/to confirm/), "Front desk agent");
  await user.click(dialog.getByRole("button", { name: "Delete agent" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/agents"));
});

test("a member's own agent says whose it is", async () => {
  signedInAs();
  server.use(
    http.get("*/api/agents", () => page([{ ...frontDeskAgent, name: "Assistant", member_id: grace.id }])),
    http.get("*/api/members", () => page([grace])),
  );
  renderApp("/agents");
  expect(await screen.findByText("Of Grace Hopper")).toBeVisible();
});

test("your own agents are marked, and a clone is set back", async () => {
  signedInAs();
  const changed: Agent = {
    ...frontDeskAgent,
    name: "My texts",
    source: "text_reply",
    member_id: me.member.id,
  };
  let agent = changed;
  const resets: unknown[] = [];
  server.use(
    http.get("*/api/agents", () => page([agent])),
    http.get("*/api/agents/a-1", () => HttpResponse.json(agent)),
    http.post("*/api/agents/a-1/reset", async ({ request }) => {
      resets.push(await request.json());
      agent = { ...changed, name: "Text Reply", revision: 4 };
      return HttpResponse.json(agent);
    }),
  );
  const { user } = renderApp("/agents");
  expect(await screen.findByText("Your own")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "My texts" }));
  await user.click(await screen.findByRole("button", { name: "Reset agent" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Reset agent" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Text Reply" })).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Name")).toHaveValue("Text Reply"));
  expect(resets).toEqual([{ revision: 3 }]);
});
