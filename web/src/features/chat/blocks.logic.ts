import type { ChatMessage, SubagentData } from "@/api/chat";
import type { InnerCall } from "@/components/inner-calls";
import { toolLabel } from "@/lib/tools";

/** One thing that is shown of a message, in the order in which it happened. */
export type Block =
  | { kind: "text" | "reasoning"; text: string; streaming: boolean }
  | { kind: "note"; from: string; text: string }
  | { kind: "notice"; text: string }
  | { kind: "call"; call: Call };

export type CallState = "running" | "done" | "failed" | "waiting" | "approved" | "denied";

export interface Call {
  id: string;
  tool: string;
  input: unknown;
  state: CallState;
  /** What came of it, also if it failed. */
  result: string | null;
  /** What a person decides it by. */
  approvalId: string | null;
  /** What a sub-agent did on behalf of this call. */
  inner: InnerCall[];
}

/** What an id in the arguments of a call stands for, if anybody knows. */
export type Explain = (id: string) => string | undefined;

type Part = ChatMessage["parts"][number];
type ToolPart = Extract<Part, { type: "dynamic-tool" }>;

/** The call that ends a turn says nothing to anybody. */
const unspoken = "done";

export function blocksOf(message: ChatMessage): Block[] {
  const blocks: Block[] = [];
  const whole = toldOtherwise(message);
  for (const part of message.parts) {
    const block = blockOf(part);
    if (part.type === "data-notice" && part.data.restarted) takeBack(blocks);
    if (part.type === "data-subagent") nest(blocks, part.id ?? "", part.data);
    else if (block !== null && !(whole && block.kind === "text")) blocks.push(block);
  }
  if (whole) blocks.push({ kind: "text", text: whole, streaming: false });
  return blocks;
}

/** Drops what was said since the last call: the answer begins anew. */
function takeBack(blocks: Block[]): void {
  while (blocks.at(-1)?.kind === "text" || blocks.at(-1)?.kind === "reasoning") blocks.pop();
}

/** The whole answer, if what was streamed of it is something else than its paragraphs. */
function toldOtherwise(message: ChatMessage): string | null {
  const whole = message.metadata?.text;
  if (!whole) return null;
  const told = message.parts.flatMap((part) => (part.type === "text" ? [part.text.trim()] : []));
  return told.join("\n\n") === whole.trim() ? null : whole;
}

/** What is said in a message, for whoever wants to copy or hear it. */
export function textOf(message: ChatMessage): string {
  const texts = blocksOf(message).flatMap((block) => (block.kind === "text" ? [block.text] : []));
  return texts.join("\n\n");
}

/** The same in plain words, for whoever hears it: marks of Markdown are not read out. */
export function spokenOf(message: ChatMessage): string {
  return textOf(message)
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^[^\S\n]*(?:#{1,6} |[-+>] |\|?[-:| ]{3,}$)/gm, "")
    .replaceAll(/[*~`]+|(?<!\w)_+|_+(?!\w)/g, "")
    .replaceAll("|", ", ");
}

/** What a tool does in words, also for one that came from elsewhere. */
export function callLabel(tool: string): string {
  const label = toolLabel(tool);
  if (label !== tool) return label;
  const words = tool.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function blockOf(part: Part): Block | null {
  switch (part.type) {
    case "text":
    case "reasoning":
      if (part.text.trim() === "") return null;
      return { kind: part.type, text: part.text, streaming: part.state === "streaming" };
    case "data-note":
      return { kind: "note", ...part.data };
    case "data-notice":
      return { kind: "notice", text: part.data.text };
    case "dynamic-tool":
      return part.toolName === unspoken ? null : { kind: "call", call: callOf(part) };
    default:
      return null;
  }
}

function callOf(part: ToolPart): Call {
  return {
    id: part.toolCallId,
    tool: part.toolName,
    input: part.input,
    state: stateOf(part),
    result: resultOf(part),
    approvalId: part.approval?.id ?? null,
    inner: [],
  };
}

function stateOf(part: ToolPart): CallState {
  switch (part.state) {
    case "output-available":
      return "done";
    case "output-error":
      return "failed";
    case "output-denied":
      return "denied";
    case "approval-requested":
      return "waiting";
    case "approval-responded":
      return part.approval.approved ? "approved" : "denied";
    default:
      return "running";
  }
}

function resultOf(part: ToolPart): string | null {
  if (part.state === "output-error") return part.errorText;
  if (part.state !== "output-available") return null;
  return typeof part.output === "string" ? part.output : JSON.stringify(part.output, null, 2);
}

/** Puts what a sub-agent does under the call that started it: the id of each call begins with that of the call it was made for. */
function nest(blocks: Block[], id: string, { depth, event }: SubagentData): void {
  const calls = blocks.flatMap((block) => (block.kind === "call" ? [block.call] : []));
  const callId = id.slice(id.indexOf(":") + 1);
  // The call itself is a part of the message, with more about it than this.
  if (calls.some((call) => call.id === callId)) return;
  const own = calls.find((call) => callId.startsWith(`${call.id}_`));
  const inner = (own ?? calls.findLast((call) => call.tool === "task") ?? calls.at(-1))?.inner;
  const label = event.agent ?? (event.tool ? callLabel(event.tool) : "Sub-agent");
  const running = event.state === "running";
  // A sub-agent and the call that started it are told apart and are one thing to whoever reads.
  const known = inner?.find((call) => call.id === callId);
  if (known) {
    Object.assign(known, { running, result: event.result ?? known.result }, event.agent && { label });
    return;
  }
  inner?.push({ id: callId, depth: Math.max(depth, 1), label, running, result: event.result ?? null });
  inner?.sort((one, other) => one.id.localeCompare(other.id, undefined, { numeric: true }));
}
