import { QueryClient } from "@tanstack/react-query";
import type { ChatTransport, UIMessageChunk } from "ai";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import type { ChatMessage } from "@/api/chat";
import { ApiError, unreachable } from "@/api/error";
import { aChat, chatDetail } from "@/test/fixtures";
import { server } from "@/test/server";
import { Session } from "./session";

type Script = UIMessageChunk[] | Error;

const begun: UIMessageChunk[] = [
  { type: "start", messageId: "turn-9" },
  { type: "text-start", id: "1" },
  { type: "text-delta", id: "1", delta: "Half" },
];

const whole: UIMessageChunk[] = [
  { type: "start", messageId: "turn-9" },
  { type: "text-start", id: "1" },
  { type: "text-delta", id: "1", delta: "Half and whole." },
  { type: "text-end", id: "1" },
  { type: "finish", finishReason: "stop" },
];

/** A stream of these parts; one that ends with an error breaks off there. */
function streamOf(script: Script, broken = false): ReadableStream<UIMessageChunk> {
  if (script instanceof Error) throw script;
  const left = [...script];
  return new ReadableStream({
    pull(controller) {
      const next = left.shift();
      if (next) controller.enqueue(next);
      else if (broken) controller.error(new TypeError("network error"));
      else controller.close();
    },
  });
}

function sessionWith(transport: Partial<ChatTransport<ChatMessage>>, pauses: number[] = [0, 0]) {
  const cache = new QueryClient();
  return new Session({
    chatId: "chat-1",
    opened: null,
    cache,
    pauses,
    transport: {
      sendMessages: async () => streamOf(whole),
      reconnectToStream: async () => null,
      ...transport,
    },
  });
}

function settled(session: Session): Promise<void> {
  return vi.waitFor(() => expect(session.state.busy).toBe(false));
}

const said = (session: Session) =>
  session.chat.messages.map(({ role, parts }) => [
    role,
    parts.map((part) => ("text" in part ? part.text : part.type)),
  ]);

test("an answer that broke off is read on, and stands there once", async () => {
  server.use(
    http.get("*/api/conversations/chat-1", () =>
      HttpResponse.json({ ...chatDetail, conversation: { ...aChat, running: true } }),
    ),
  );
  let resumed = 0;
  const session = sessionWith({
    sendMessages: async () => streamOf(begun, true),
    reconnectToStream: async () => {
      resumed += 1;
      const done = [{ id: "u-1", role: "user", parts: [{ type: "text", text: "Hello" }] }];
      const answer = { id: "turn-9", role: "assistant", parts: [{ type: "text", text: "Half and whole." }] };
      const detail = { conversation: aChat, messages: [...done, answer], earlier: null };
      server.use(http.get("*/api/conversations/chat-1", () => HttpResponse.json(detail)));
      return streamOf(whole);
    },
  });
  session.send("Hello");
  await settled(session);
  expect(resumed).toBe(1);
  expect(said(session)).toEqual([
    ["user", ["Hello"]],
    ["assistant", ["Half and whole."]],
  ]);
  expect(session.state.failure).toBeNull();
});

test("a message that nobody heard is said again under its own id", async () => {
  server.use(http.get("*/api/conversations/chat-1", () => HttpResponse.json(chatDetail)));
  const ids: string[] = [];
  const session = sessionWith({
    sendMessages: async ({ messages }) => {
      ids.push(messages.at(-1)?.id ?? "");
      return streamOf(ids.length === 1 ? unreachable() : whole);
    },
  });
  session.send("Hello");
  await settled(session);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  expect(session.chat.messages).toHaveLength(2);
});

test("a server that stays away is said to be, and another try is up to the person", async () => {
  const send = vi.fn(async () => streamOf(unreachable()));
  const session = sessionWith({ sendMessages: send });
  session.send("Hello");
  await settled(session);
  expect(send).toHaveBeenCalledTimes(3);
  expect(session.state.failure).toMatchObject({ code: "unreachable" });
});

test("what the server refuses is not tried again by itself", async () => {
  const refusal = new ApiError({ status: 422, code: "invalid", message: "Too long." });
  const send = vi.fn(async () => streamOf(refusal));
  const session = sessionWith({ sendMessages: send });
  session.send("Hello");
  await settled(session);
  expect(send).toHaveBeenCalledTimes(1);
  expect(session.state.failure).toBe(refusal);
});

test("what is said during an answer goes out after it", async () => {
  server.use(http.get("*/api/conversations/chat-1", () => HttpResponse.json(chatDetail)));
  const heard: string[] = [];
  const session = sessionWith({
    sendMessages: async ({ messages }) => {
      const last = messages.at(-1)?.parts[0];
      heard.push(last && "text" in last ? String(last.text) : "");
      const id = `turn-${heard.length}`;
      return streamOf([{ type: "start", messageId: id }, ...whole.slice(1)]);
    },
  });
  session.send("One");
  session.send("Two");
  session.send("Three");
  expect(session.state.queued).toBe("Two\n\nThree");
  await vi.waitFor(() => expect(heard).toEqual(["One", "Two\n\nThree"]));
  await settled(session);
  expect(session.state.queued).toBe("");
  expect(session.chat.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
});

test("a stop goes to the server, and the end it causes is no failure", async () => {
  let stop = () => {};
  server.use(
    http.get("*/api/conversations/chat-1", () => HttpResponse.json(chatDetail)),
    http.post("*/api/threads/t-chat/stop", () => {
      stop();
      return HttpResponse.json({ stopped: true });
    }),
  );
  const session = sessionWith({
    sendMessages: async () =>
      new ReadableStream({
        start(controller) {
          for (const part of begun) controller.enqueue(part);
          stop = () => {
            controller.enqueue({ type: "error", errorText: "The agent stopped without an answer." });
            controller.close();
          };
        },
      }),
  });
  session.send("Hello");
  await vi.waitFor(() => expect(session.chat.status).toBe("streaming"));
  await session.stop();
  await settled(session);
  expect(session.state.failure).toBeNull();
  expect(said(session)).toEqual([
    ["user", ["Hello"]],
    ["assistant", ["Half"]],
  ]);
});

test("what waits behind an answer that is stopped goes out then, and is answered", async () => {
  let stop = () => {};
  server.use(
    http.get("*/api/conversations/chat-1", () => HttpResponse.json(chatDetail)),
    http.post("*/api/threads/t-chat/stop", () => {
      stop();
      return HttpResponse.json({ stopped: true });
    }),
  );
  const heard: string[] = [];
  const session = sessionWith({
    sendMessages: async ({ messages }) => {
      const last = messages.at(-1)?.parts[0];
      heard.push(last && "text" in last ? String(last.text) : "");
      if (heard.length > 1) return streamOf([{ type: "start", messageId: "turn-2" }, ...whole.slice(1)]);
      return new ReadableStream({
        start(controller) {
          for (const part of begun) controller.enqueue(part);
          stop = () => {
            controller.enqueue({ type: "error", errorText: "The agent stopped without an answer." });
            controller.close();
          };
        },
      });
    },
  });
  session.send("One");
  await vi.waitFor(() => expect(session.chat.status).toBe("streaming"));
  session.send("Two");
  expect(session.state.queued).toBe("Two");
  expect(heard).toEqual(["One"]);
  await session.stop();
  await vi.waitFor(() => expect(heard).toEqual(["One", "Two"]));
  await settled(session);
  expect(session.state).toMatchObject({ queued: "", failure: null });
  expect(session.chat.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
});

test("what waits can be taken back", async () => {
  server.use(http.get("*/api/conversations/chat-1", () => HttpResponse.json(chatDetail)));
  const heard: string[] = [];
  const session = sessionWith({
    sendMessages: async ({ messages }) => {
      heard.push(messages.at(-1)?.id ?? "");
      return streamOf(whole);
    },
  });
  session.send("One");
  session.send("Two");
  session.dropQueued();
  await settled(session);
  expect(heard).toHaveLength(1);
  expect(session.state.queued).toBe("");
});
