import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { FakeEventSource } from "@/test/events";
import { aChat, approval, chatDetail, frontDeskAgent, grace, turn } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { failure, nothing, page, server, signedInAs } from "@/test/server";

beforeEach(() => {
  signedInAs();
  server.use(
    http.get("*/api/agents", () => page([frontDeskAgent])),
    http.get("*/api/conversations", () => page([aChat])),
    http.get("*/api/conversations/chat-1", () => HttpResponse.json(chatDetail)),
    http.get("*/api/turns", () => page([{ ...turn, thread_id: "t-chat" }])),
  );
});

interface Sent {
  id: string;
  agent_id?: string;
  message: { id: string; role: string; parts: { text: string }[] };
}

function streamed(...parts: object[]) {
  const lines = [...parts.map((part) => JSON.stringify(part)), "[DONE]"].map((line) => `data: ${line}\n\n`);
  return new HttpResponse(lines.join(""), { headers: { "content-type": "text/event-stream" } });
}

function answering(text: string) {
  return streamed(
    { type: "start", messageId: "turn-2" },
    { type: "start-step" },
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: text },
    { type: "text-end", id: "1" },
    { type: "finish-step" },
    {
      type: "finish",
      finishReason: "stop",
      messageMetadata: { turnId: "turn-2", steps: 3, inputTokens: 1_000, outputTokens: 290, text: null },
    },
  );
}

const conversation = () => screen.findByRole("region", { name: "Conversation" });

test("a new chat is begun with the chosen agent, and its answer tells what it took", async () => {
  const sent: Sent[] = [];
  server.use(
    http.post("*/api/chat", async ({ request }) => {
      expect(request.headers.get("x-csrf-token")).toBe("csrf-1");
      const body = (await request.json()) as Sent;
      sent.push(body);
      server.use(
        http.get(`*/api/conversations/${body.id}`, () =>
          HttpResponse.json({ conversation: { ...aChat, id: body.id }, messages: [], earlier: null }),
        ),
        http.get("*/api/turns", () => page([])),
      );
      return answering("It is **warm** again.");
    }),
  );
  const { user, router } = renderApp("/chat");
  await user.selectOptions(await screen.findByLabelText("Answered by"), "Front desk agent");
  const box = screen.getByRole("textbox", { name: "Ask something" });
  expect(screen.getByRole("button", { name: "Send" })).toBeDisabled();
  await user.type(box, "Is it{Shift>}{Enter}{/Shift}warm?{Enter}");

  const region = await conversation();
  expect(await within(region).findByText("warm")).toBeVisible();
  expect(sent).toMatchObject([
    { agent_id: "a-1", message: { role: "user", parts: [{ text: "Is it\nwarm?" }] } },
  ]);
  expect(router.state.location.pathname).toBe(`/chat/${sent[0]?.id}`);
  expect(await within(region).findByText("3 steps")).toBeVisible();
  expect(within(region).getByText("1,290 tokens")).toBeVisible();
  const journey = within(region).getByRole("link", { name: "How this came about" });
  expect(journey).toHaveAttribute("href", "/activity/turn-2");
});

test("a chat that is opened shows what was said, and asks again on request", async () => {
  const sent: Sent[] = [];
  server.use(
    http.post("*/api/chat", async ({ request }) => {
      sent.push((await request.json()) as Sent);
      return answering("Still mended.");
    }),
  );
  const { user } = renderApp("/chat/chat-1");
  expect(await screen.findByRole("heading", { level: 1, name: "The boiler" })).toBeVisible();
  const region = await conversation();
  expect(await within(region).findByText("mended")).toBeVisible();
  expect(await within(region).findByText("1,234 tokens")).toBeVisible();
  expect(within(region).queryByText("Stopped")).toBeNull();
  await user.click(within(region).getByRole("button", { name: /Ask again/ }));
  expect(await within(region).findByText("Still mended.")).toBeVisible();
  expect(sent[0]).toMatchObject({
    trigger: "regenerate-message",
    message: { role: "user", parts: [{ text: "Is it mended?" }] },
  });
  expect(within(region).getAllByText("Is it mended?")).toHaveLength(1);
  expect(await screen.findByText("Front desk agent answered: Still mended.")).toBeInTheDocument();
});

test("an answer that was stopped says so", async () => {
  const stopped = { ...turn, thread_id: "t-chat", outcome: "cancelled" };
  server.use(http.get("*/api/turns", () => page([stopped])));
  renderApp("/chat/chat-1");
  expect(await within(await conversation()).findByText("Stopped")).toBeVisible();
});

test("without a model the agent says so in a card", async () => {
  const reason = "No language model is set up, so nobody has answered this.";
  server.use(
    http.post("*/api/chat", () =>
      streamed(
        { type: "start", messageId: "turn-2" },
        {
          type: "tool-input-available",
          toolCallId: "c1",
          toolName: "escalate_to_user",
          input: { reason },
          dynamic: true,
        },
        { type: "tool-output-available", toolCallId: "c1", output: "A person was told.", dynamic: true },
        { type: "finish", finishReason: "stop" },
      ),
    ),
  );
  const { user } = renderApp("/chat/chat-1");
  await user.type(await screen.findByRole("textbox", { name: "Write a message" }), "Hello{Enter}");
  const card = await screen.findByRole("region", { name: "Ask for a person" });
  expect(within(card).getByText(reason)).toBeVisible();
  expect(await within(card).findByText("Done")).toBeVisible();
});

test("a refusal is shown in words and can be tried again", async () => {
  server.use(
    http.post("*/api/chat", () => failure(429, { code: "rate_limited", message: "Too many messages." }), {
      once: true,
    }),
  );
  const { user } = renderApp("/chat/chat-1");
  await user.type(await screen.findByRole("textbox", { name: "Write a message" }), "Hello{Enter}");
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Too many messages.");
  server.use(http.post("*/api/chat", () => answering("Here I am.")));
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  const region = await conversation();
  expect(await within(region).findByText("Here I am.")).toBeVisible();
  expect(within(region).getAllByText("Hello")).toHaveLength(1);
});

const waiting = {
  ...chatDetail,
  messages: [
    chatDetail.messages[0],
    {
      id: "turn-1",
      role: "assistant",
      metadata: {},
      parts: [
        {
          type: "dynamic-tool",
          toolName: "text_contact",
          toolCallId: "c1",
          input: approval.arguments,
          state: "approval-requested",
          approval: { id: "ap-1" },
        },
      ],
    },
  ],
};

test("a call that waits is approved with other arguments, and the answer goes on", async () => {
  const decisions: unknown[] = [];
  server.use(
    http.get("*/api/conversations/chat-1", () => HttpResponse.json(waiting)),
    http.get("*/api/approvals/ap-1", () => HttpResponse.json(approval)),
    http.post("*/api/approvals/ap-1/decision", async ({ request }) => {
      decisions.push(await request.json());
      server.use(http.get("*/api/conversations/chat-1", () => HttpResponse.json(chatDetail)));
      return HttpResponse.json({ ...approval, decision: "approved" });
    }),
  );
  const { user } = renderApp("/chat/chat-1");
  const card = await screen.findByRole("region", { name: "Approval: Text somebody else" });
  expect(await within(card).findByText(/always asks a person first/)).toBeVisible();
  await user.click(within(card).getByRole("button", { name: "Edit" }));
  const field = within(card).getByRole("textbox", { name: "Arguments" });
  await user.clear(field);
  await user.click(field);
  await user.paste("not JSON");
  await user.click(within(card).getByRole("button", { name: "Approve with changes" }));
  expect(await within(card).findByText(/must be a JSON object/)).toBeVisible();
  await user.clear(field);
  await user.click(field);
  await user.paste('{"text": "It is upstairs."}');
  await user.click(within(card).getByRole("button", { name: "Approve with changes" }));
  expect(await within(await conversation()).findByText("mended")).toBeVisible();
  expect(decisions).toEqual([{ decision: "approve", arguments: { text: "It is upstairs." } }]);
});

test("a decision that somebody else made first is said to be", async () => {
  server.use(
    http.get("*/api/conversations/chat-1", () => HttpResponse.json(waiting)),
    http.get("*/api/approvals/ap-1", () => HttpResponse.json(approval)),
    http.post("*/api/approvals/ap-1/decision", () =>
      failure(409, { code: "conflict", message: "Somebody else decided this already." }),
    ),
  );
  const { user } = renderApp("/chat/chat-1");
  const card = await screen.findByRole("region", { name: "Approval: Text somebody else" });
  await user.click(within(card).getByRole("button", { name: "Deny" }));
  expect(await within(card).findByText("Somebody else decided this already.")).toBeVisible();
  expect(within(card).queryByRole("button", { name: "Approve" })).toBeNull();
  expect(within(card).queryByRole("button", { name: "Deny" })).toBeNull();
});

test("a question that is decided in another tab loses its buttons here, and says who decided", async () => {
  const decided = { ...approval, decision: "denied", decided_by: grace.id };
  let now: object = approval;
  server.use(
    http.get("*/api/conversations/chat-1", () => HttpResponse.json(waiting)),
    http.get("*/api/approvals/ap-1", () => HttpResponse.json(now)),
    http.get("*/api/members/m-grace", () => HttpResponse.json(grace)),
  );
  renderApp("/chat/chat-1");
  const card = await screen.findByRole("region", { name: "Approval: Text somebody else" });
  expect(within(card).getByRole("button", { name: "Approve" })).toBeVisible();
  now = decided;
  await waitFor(() => FakeEventSource.newest.tell("agent.approval", "1"));
  expect(await within(card).findByText("Grace Hopper denied this.")).toBeVisible();
  expect(within(card).queryByRole("button", { name: "Approve" })).toBeNull();
});

test("a call that was approved and then failed says so, and the decision has names in place of ids", async () => {
  const [question] = waiting.messages[1]?.parts ?? [];
  const asked = { ...question, state: "approval-responded", approval: { id: "ap-1", approved: true } };
  const note = (text: string) => ({ type: "data-note", data: { from: "approval", text } });
  server.use(
    http.get("*/api/conversations/chat-1", () =>
      HttpResponse.json({
        ...chatDetail,
        messages: [
          { id: "turn-1", role: "assistant", metadata: {}, parts: [asked] },
          {
            id: "turn-2",
            role: "assistant",
            metadata: {},
            parts: [note("A person approved #ap-1. It did not work: This contact has no phone number.")],
          },
        ],
      }),
    ),
    http.get("*/api/approvals/ap-1", () =>
      HttpResponse.json({ ...approval, decision: "approved", decided_by: grace.id }),
    ),
    http.get("*/api/members/m-grace", () => HttpResponse.json(grace)),
  );
  renderApp("/chat/chat-1");
  const card = await screen.findByRole("region", { name: "Text somebody else" });
  expect(within(card).getByText("Approved, but it failed")).toBeVisible();
  expect(within(card).getByText("What went wrong")).toBeVisible();
  const said = "Grace Hopper approved “Text somebody else”, but it failed.";
  expect(await screen.findByText(said)).toBeVisible();
  expect(screen.queryByText(/#ap-1/)).toBeNull();
});

test("a chat is renamed in its place", async () => {
  const titles: unknown[] = [];
  server.use(
    http.patch("*/api/conversations/chat-1", async ({ request }) => {
      titles.push(await request.json());
      server.use(http.get("*/api/conversations", () => page([{ ...aChat, title: "Heating" }])));
      return HttpResponse.json({ ...aChat, title: "Heating" });
    }),
  );
  const { user } = renderApp("/chat/chat-1");
  const list = await screen.findByRole("list", { name: "Chats" });
  await user.click(within(list).getByRole("button", { name: "Options of The boiler" }));
  await user.click(await screen.findByRole("menuitem", { name: "Rename" }));
  const field = await screen.findByRole("textbox", { name: "New title of The boiler" });
  await user.clear(field);
  await user.type(field, "Heating{Enter}");
  expect(await screen.findByRole("heading", { level: 1, name: "Heating" })).toBeVisible();
  expect(titles).toEqual([{ title: "Heating" }]);
});

test("the open chat is deleted after a question, and a new one can begin", async () => {
  server.use(
    http.delete("*/api/conversations/chat-1", () => {
      server.use(http.get("*/api/conversations", () => page([])));
      return nothing();
    }),
  );
  const { user, router } = renderApp("/chat/chat-1");
  await user.click(await screen.findByRole("button", { name: "Options of The boiler" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog", { name: /Delete “The boiler”/ });
  await user.click(within(dialog).getByRole("button", { name: "Delete chat" }));
  expect(await screen.findByRole("heading", { level: 1, name: "New chat" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/chat");
  await waitFor(() => expect(screen.queryByRole("link", { name: /The boiler/ })).toBeNull());
});

test("a chat that was deleted on another page says so; one that is only too old for the list does not", async () => {
  renderApp("/chat/chat-1");
  expect(await screen.findByRole("textbox", { name: "Write a message" })).toBeVisible();
  server.use(http.get("*/api/conversations", () => page([])));
  FakeEventSource.newest.tell("agent.thread", "1");
  await waitFor(() => expect(screen.queryByRole("link", { name: /The boiler/ })).toBeNull());
  expect(screen.getByRole("textbox", { name: "Write a message" })).toBeVisible();
  server.use(
    http.get("*/api/conversations", () => page([aChat])),
    http.get("*/api/conversations/chat-1", () => failure(404, { code: "not_found", message: "Gone." })),
  );
  FakeEventSource.newest.tell("agent.thread", "2");
  await waitFor(() => expect(screen.getByRole("link", { name: /The boiler/ })).toBeVisible());
  server.use(http.get("*/api/conversations", () => page([])));
  FakeEventSource.newest.tell("agent.thread", "3");
  expect(await screen.findByText(/This chat was deleted/)).toBeVisible();
  expect(screen.queryByRole("textbox", { name: "Write a message" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Ask again" })).toBeNull();
});

test("an answer that is being written is read on when the chat is opened", async () => {
  let asked = 0;
  server.use(
    http.get("*/api/conversations/chat-1", () => {
      asked += 1;
      if (asked < 3) return HttpResponse.json({ ...chatDetail, conversation: { ...aChat, running: true } });
      const late = {
        id: "turn-2",
        role: "assistant",
        metadata: {},
        parts: [{ type: "text", text: "Read on." }],
      };
      return HttpResponse.json({ ...chatDetail, messages: [...chatDetail.messages, late] });
    }),
    http.get("*/api/chat/chat-1/stream", () => answering("Read on.")),
  );
  renderApp("/chat/chat-1");
  const region = await conversation();
  await waitFor(() => expect(asked).toBe(3));
  expect(within(region).getAllByText("Read on.")).toHaveLength(1);
});

test("a chat that is not there says so", async () => {
  server.use(
    http.get("*/api/conversations/gone", () =>
      failure(404, { code: "not_found", message: "There is nothing here." }),
    ),
  );
  renderApp("/chat/gone");
  expect(await screen.findByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("what was said earlier is loaded in front of the rest", async () => {
  server.use(
    http.get("*/api/conversations/chat-1", ({ request }) => {
      const before = new URL(request.url).searchParams.get("before");
      if (before === null) return HttpResponse.json({ ...chatDetail, earlier: 40 });
      expect(before).toBe("40");
      const first = { id: "u-0", role: "user", metadata: {}, parts: [{ type: "text", text: "Long ago." }] };
      return HttpResponse.json({ ...chatDetail, messages: [first], earlier: null });
    }),
  );
  const { user } = renderApp("/chat/chat-1");
  await user.click(await screen.findByRole("button", { name: "Show earlier messages" }));
  const region = await conversation();
  expect(await within(region).findByText("Long ago.")).toBeVisible();
  expect(within(region).getAllByRole("article")[0]).toHaveTextContent("Long ago.");
  expect(within(region).queryByRole("button", { name: "Show earlier messages" })).toBeNull();
});
