import "./no-eval";
import { createIdGenerator, DefaultChatTransport, type UIMessage } from "ai";
import { csrfHeaders } from "./client";
import { apiErrorFrom, unreachable } from "./error";

// From here alone: whatever loads them elsewhere would load them before the first import above.
export { Chat, useChat } from "@ai-sdk/react";

/** What stands beside a message: when it was said, and for an answer what it took. */
interface ChatMetadata {
  createdAt?: string;
  turnId?: string;
  steps?: number;
  inputTokens?: number;
  outputTokens?: number;
  /** The whole answer, where something else was streamed of it before. */
  text?: string | null;
}

/** What a sub-agent does: it begins or ends, or calls a tool. */
export interface SubagentData {
  depth: number;
  event: {
    state: "running" | "done";
    agent?: string;
    task?: string;
    tool?: string;
    input?: unknown;
    result?: string;
  };
}

export type ChatMessage = UIMessage<
  ChatMetadata,
  {
    subagent: SubagentData;
    note: { from: string; text: string };
    notice: { text: string; restarted?: boolean };
  }
>;

/** The ids of chats and of messages are the client's to make up. */
export const newId = createIdGenerator({ size: 24 });

/** How messages travel: the last one alone, since the server has the others. */
export function chatTransport(agentId?: string) {
  return new DefaultChatTransport<ChatMessage>({
    api: "/api/chat",
    headers: csrfHeaders,
    fetch: fetchInWords,
    prepareSendMessagesRequest: ({ id, messages, trigger }) => ({
      body: { id, message: messages.at(-1), trigger, ...(agentId && { agent_id: agentId }) },
    }),
  });
}

/** Fails the way every other call of the API does. */
async function fetchInWords(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await globalThis.fetch(input, init).catch((cause: unknown) => {
    throw init?.signal?.aborted ? cause : unreachable();
  });
  if (!response.ok) throw apiErrorFrom(response, await response.json().catch(() => null));
  if (response.body === null) return response;
  return new Response(watched(response.body), { status: response.status, headers: response.headers });
}

/** The server is heard from every 15 seconds at least. Whoever is silent for longer than this is gone. */
const silence = 45_000;

/** A connection can end without anybody being told, such as when a laptop sleeps; its silence tells. */
function watched(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listen = (controller: TransformStreamDefaultController<Uint8Array>) => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.error(new TypeError("network silence")), silence);
  };
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start: listen,
      transform(piece, controller) {
        controller.enqueue(piece);
        listen(controller);
      },
      flush: () => clearTimeout(timer),
    }),
  );
}
