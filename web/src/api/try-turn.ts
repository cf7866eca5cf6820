import { client, unwrap } from "./client";
import { apiErrorFrom } from "./error";
import { serverEvents } from "./sse";

/** What happens in a turn, as it happens. `depth` is above 0 for what a sub-agent does. */
export type TurnEvent = { turn: string; depth: number } & (
  | { type: "thinking"; content: string }
  | { type: "text_delta"; delta: string }
  | { type: "text_restarted"; text: string }
  | { type: "tool_call_start"; tool: string; input: unknown; callId: string }
  | { type: "tool_call_complete"; tool: string; result: string; outcome: string; callId: string }
  | { type: "subagent_start"; agent: string; task: string; callId: string }
  | { type: "subagent_complete"; agent: string; result: string; callId: string }
  | { type: "error"; error: string; recoverable: boolean }
  | { type: "complete"; finalText: string; stats: TryStats }
);

export interface TryStats {
  steps: number;
  model_calls: number;
  tool_calls: number;
  failed_calls: number;
  usage: { input_tokens: number; output_tokens: number };
}

interface TryTurn {
  agent_id: string;
  text: string;
  /** Who the agent is to take it from. */
  from: "member" | "contact";
  /** Nothing that it decides is done. */
  rehearse: boolean;
  script?: string[];
}

/** Tells an agent something and follows the turn to its end. */
export async function* tryTurn(body: TryTurn, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const { data, error, response } = await client.POST("/api/turns/debug", {
    body,
    signal,
    headers: { accept: "text/event-stream" },
    parseAs: "stream",
  });
  if (!response.ok) throw apiErrorFrom(response, error);
  if (data) yield* eventsOf(data as ReadableStream<Uint8Array<ArrayBuffer>>);
}

/** Stops a turn. Leaving the stream alone does not: the turn belongs to the server. */
export async function stopTurn(turnId: string): Promise<void> {
  const { turn } = await unwrap(
    client.GET("/api/turns/{turn_id}", { params: { path: { turn_id: turnId } } }),
  );
  const path = { thread_id: turn.thread_id };
  await unwrap(client.POST("/api/threads/{thread_id}/stop", { params: { path } }));
}

export async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<TurnEvent> {
  for await (const { data } of serverEvents(body)) yield JSON.parse(data) as TurnEvent;
}
