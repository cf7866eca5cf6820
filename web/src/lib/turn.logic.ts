import type { Turn, TurnArtifact, TurnDetail, TurnStep } from "@/api/types";
import type { InnerCall } from "@/components/inner-calls";
import { isObject } from "@/lib/json";
import { toolLabel } from "@/lib/tools";

/** How long a turn took, or has been running. */
export function durationOf(turn: Turn, now: Date): number {
  const end = turn.ended_at ? new Date(turn.ended_at) : now;
  return Math.max(0, end.getTime() - new Date(turn.started_at).getTime());
}

/** A call as a model asked for it. */
interface AskedCall {
  tool: string;
  args: Record<string, unknown>;
}

export interface Answer {
  said: string;
  calls: AskedCall[];
  thinking: string;
}

/** What a model answered, whether it calls tools by its provider's protocol or writes them down as JSON. */
export function readAnswer(result: Record<string, unknown>): Answer {
  const text = textAt(result, "text");
  const native = list(result.tool_calls).map((call) => callOf(call, "arguments"));
  const written = parsed(text);
  return {
    said: written ? list(written.messages).map(String).join("\n\n") : text,
    calls: [...native, ...list(written?.tool_calls).map((call) => callOf(call, "args"))],
    thinking: textAt(result, "thinking"),
  };
}

export interface CallResult {
  id: string;
  tool: string;
  args: Record<string, unknown>;
  outcome: "done" | "failed" | "waiting";
  text: string;
  /** The question to a person that it waited for. */
  approvalId: string;
  /** What a sub-agent behind it called. */
  inner: InnerCall[];
}

/** What came of the tools of one step. The step has the results; what they were called with stands elsewhere. */
export function readReports(step: TurnStep, artifacts: readonly TurnArtifact[]): CallResult[] {
  const calls = callsById(artifacts);
  return list(step.result?.reports).map((report) => {
    const end = isObject(report) && isObject(report.end) ? report.end : {};
    const id = isObject(report) ? textAt(report, "call_id") : "";
    const call = calls.get(id);
    const outcome = end.end === "done" ? "done" : end.end === "waiting" ? "waiting" : "failed";
    const told = { text: textAt(end, "content"), approvalId: textAt(end, "approval") };
    const inner = isObject(report) ? list(report.inner).map((made) => innerOf(id, made)) : [];
    return { id, tool: call?.tool ?? "A tool", args: call?.args ?? {}, outcome, ...told, inner };
  });
}

/** Calls that were refused before they were made: they have an answer but no step. */
export function refusedCalls({ steps, artifacts }: TurnDetail): CallResult[] {
  const made = new Set(steps.flatMap((step) => readReports(step, []).map((call) => call.id)));
  const calls = callsById(artifacts);
  return artifacts.flatMap(({ key, value }) => {
    if (key !== "tool_output" || !isObject(value)) return [];
    const id = textAt(value, "call_id");
    const call = calls.get(id);
    if (made.has(id) || !call || value.outcome !== "failed") return [];
    const told = { text: textAt(value, "content"), approvalId: "", inner: [] };
    return [{ id, ...call, outcome: "failed" as const, ...told }];
  });
}

export interface Spoken {
  who: "user" | "assistant";
  text: string;
  /** Where it came from, such as `member` or `approval`. */
  from: string;
}

/** What was said in a turn, to the agent and by it. */
export function spoken(artifacts: readonly TurnArtifact[]): Spoken[] {
  return artifacts.flatMap(({ key, value }) =>
    (key === "user" || key === "assistant") && isObject(value)
      ? [{ who: key, text: textAt(value, "text"), from: textAt(value, "from") }]
      : [],
  );
}

/** What arrived while a turn ran. */
export function arrivals(step: TurnStep): Spoken[] {
  return list(step.result?.inputs).map((input) => {
    const value = isObject(input) ? input : {};
    return { who: "user", text: textAt(value, "text"), from: textAt(value, "from") };
  });
}

/** A call that was made on behalf of another one, whose id its own begins with. */
function innerOf(madeFor: string, made: unknown): InnerCall {
  const value = isObject(made) ? made : {};
  const id = textAt(value, "call_id");
  const depth = Math.max(1, Math.floor((id.slice(madeFor.length).split("_").length - 1) / 2));
  const label = textAt(value, "agent") || toolLabel(textAt(value, "tool"));
  return { id, depth, label, running: false, result: textAt(value, "result") || null };
}

function callsById(artifacts: readonly TurnArtifact[]): Map<string, AskedCall> {
  return new Map(
    artifacts.flatMap(({ key, value }) =>
      key === "tool_call" && isObject(value) ? [[textAt(value, "id"), callOf(value, "arguments")]] : [],
    ),
  );
}

function callOf(call: unknown, args: "args" | "arguments"): AskedCall {
  const value = isObject(call) ? call : {};
  const given = value[args];
  return { tool: textAt(value, "name"), args: isObject(given) ? given : {} };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && Array.isArray(value.messages) ? value : null;
  } catch {
    return null;
  }
}

function textAt(value: Record<string, unknown>, key: string): string {
  const text = value[key];
  return typeof text === "string" ? text : "";
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
