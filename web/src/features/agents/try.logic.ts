import type { TryStats, TurnEvent } from "@/api/try-turn";

/** One thing that is shown of a running turn. */
export type Shown =
  | { kind: "thinking" | "text"; text: string }
  | { kind: "error"; text: string }
  | { kind: "call"; id: string; tool: string; input: unknown; result: string | null; failed: boolean };

export interface Run {
  turn: string | null;
  shown: Shown[];
  stats: TryStats | null;
}

export const nothingYet: Run = { turn: null, shown: [], stats: null };

/** What is shown after one more event. Pieces of text join the text before them. */
export function after(run: Run, event: TurnEvent): Run {
  const next = { ...run, turn: run.turn ?? event.turn };
  switch (event.type) {
    case "thinking":
      return { ...next, shown: joined(run.shown, "thinking", event.content) };
    case "text_delta":
      return { ...next, shown: joined(run.shown, "text", event.delta) };
    case "text_restarted":
      return { ...next, shown: joined(withoutLast(run.shown), "text", event.text) };
    case "tool_call_start":
      return { ...next, shown: [...run.shown, call(event.callId, event.tool, event.input)] };
    case "subagent_start":
      return { ...next, shown: [...run.shown, call(event.callId, event.agent, { task: event.task })] };
    case "tool_call_complete":
      return { ...next, shown: finished(run.shown, event.callId, event.result, event.outcome !== "done") };
    case "subagent_complete":
      return { ...next, shown: finished(run.shown, event.callId, event.result, false) };
    case "error":
      return { ...next, shown: [...run.shown, { kind: "error", text: event.error }] };
    case "complete":
      // A sub-agent ends as well, and its parent goes on.
      return event.depth === 0 ? { ...next, stats: event.stats } : next;
    default:
      return next;
  }
}

/** A reply to the contact that a call asks for. */
export interface Reply {
  body: string;
  /** How sure the agent is, from 0 to 1. */
  confidence: number | null;
}

/** What a call would have said to the contact, the agent's best first; nothing if it is about something else. */
export function repliesOf({ tool, input }: Extract<Shown, { kind: "call" }>): Reply[] {
  const given = objectOf(input);
  if (tool === "send_sms") return replyOf(given.text, null);
  if (tool !== "propose_sms_replies" || !Array.isArray(given.options)) return [];
  return given.options.map(objectOf).flatMap(({ body, confidence }) => replyOf(body, confidence));
}

/** The answers of a script: one a line. */
export function scriptOf(text: string): string[] | undefined {
  const lines = text.split("\n").map((line) => line.trim());
  const answers = lines.filter(Boolean).map(asAnswer);
  return answers.length === 0 ? undefined : answers;
}

/** A plain line is what the agent says; a JSON object is taken as the model's whole answer. */
function asAnswer(line: string): string {
  return line.startsWith("{") ? line : JSON.stringify({ messages: [line], tool_calls: [] });
}

/** The ways to try an agent. */
export const ways = {
  contact: { from: "contact", rehearse: true },
  member: { from: "member", rehearse: true },
  real: { from: "member", rehearse: false },
} as const;

/** The way of this name, or the first. */
export function wayOf(name: string): (typeof ways)[keyof typeof ways] {
  return name === "member" || name === "real" ? ways[name] : ways.contact;
}

/** Without the text that is begun anew. */
function withoutLast(shown: Shown[]): Shown[] {
  return shown.at(-1)?.kind === "text" ? shown.slice(0, -1) : shown;
}

function joined(shown: Shown[], kind: "thinking" | "text", text: string): Shown[] {
  const last = shown.at(-1);
  if (last?.kind !== kind) return [...shown, { kind, text }];
  return [...shown.slice(0, -1), { kind, text: last.text + text }];
}

function call(id: string, tool: string, input: unknown): Shown {
  return { kind: "call", id, tool, input, result: null, failed: false };
}

function finished(shown: Shown[], id: string, result: string, failed: boolean): Shown[] {
  return shown.map((item) => (item.kind === "call" && item.id === id ? { ...item, result, failed } : item));
}

/** What a model calls with may be anything. */
function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function replyOf(body: unknown, confidence: unknown): Reply[] {
  if (typeof body !== "string") return [];
  return [{ body, confidence: typeof confidence === "number" ? confidence : null }];
}
