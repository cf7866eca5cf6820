import type { ConfirmationResponse, QueryResponse, QueryStep, Starter } from "@/api/account-types";
import type { QueryEvent } from "@/api/accounts";

type Phase = "idle" | "running" | "completed" | "error" | "awaiting_confirmation" | "awaiting_clarification";

/** A question on its way from being asked to its answer. */
export interface Exploration {
  phase: Phase;
  query: string;
  /** Kept from answer to answer, so that "its premium?" is understood. */
  sessionId: string | null;
  /** The account that was talked of last. */
  about: { id: string; name: string } | null;
  starter: Starter | null;
  steps: readonly QueryStep[];
  response: QueryResponse | null;
  failure: string | null;
  stopped: boolean;
}

export type ExplorationEvent =
  | QueryEvent
  | { type: "asked"; query: string }
  | { type: "failed"; message: string }
  | { type: "stopped" }
  /** A dialog was left without an answer. */
  | { type: "dismissed" }
  | { type: "reset" };

export const atRest: Exploration = {
  phase: "idle",
  query: "",
  sessionId: null,
  about: null,
  starter: null,
  steps: [],
  response: null,
  failure: null,
  stopped: false,
};

/** What is shown after one more event. Whatever arrives for a question that is over changes nothing. */
export function after(state: Exploration, event: ExplorationEvent): Exploration {
  switch (event.type) {
    case "asked": {
      const { sessionId, about } = state;
      return { ...atRest, phase: "running", query: event.query, sessionId, about };
    }
    case "starter":
      return state.phase === "running" ? { ...state, starter: event.starter } : state;
    case "step":
      return state.phase === "running" ? { ...state, steps: [...state.steps, event.step] } : state;
    case "done":
      return isOpen(state) ? answered(state, event.response) : state;
    case "failed":
      return isOpen(state) ? { ...state, phase: "error", failure: event.message } : state;
    case "stopped":
      return state.phase === "running" ? { ...state, phase: "idle", stopped: true } : state;
    case "dismissed":
      return isOpen(state) ? { ...state, phase: "idle" } : state;
    case "reset":
      return atRest;
  }
}

/** The question of a kind that waits for an answer, if one does. */
export function waitingFor<Type extends QueryResponse["type"]>(
  { phase, response }: Exploration,
  type: Type,
): Extract<QueryResponse, { type: Type }> | null {
  const waits = phase === "awaiting_confirmation" || phase === "awaiting_clarification";
  return waits && response?.type === type ? (response as Extract<QueryResponse, { type: Type }>) : null;
}

/** Whether something was written. */
export function isChange(response: QueryResponse): boolean {
  return response.type === "success" && response.history_entry_id !== undefined;
}

/** Every file that was read on the way, and those the answer rests on. */
export function filesRead({ steps, response }: Pick<Exploration, "steps" | "response">): ReadonlySet<string> {
  const read = new Set(steps.flatMap((step) => step.files));
  if (response?.type === "success") for (const { path } of response.citations ?? []) read.add(path);
  return read;
}

/** Nobody may create an account by a question that is too old. */
export function hasExpired({ expires_at }: ConfirmationResponse, now: Date): boolean {
  return new Date(expires_at) <= now;
}

const phases: Record<QueryResponse["type"], Phase> = {
  success: "completed",
  error: "error",
  confirmation_required: "awaiting_confirmation",
  clarification_needed: "awaiting_clarification",
};

function answered(state: Exploration, response: QueryResponse): Exploration {
  const starter = response.starter ?? state.starter;
  return {
    ...state,
    phase: phases[response.type],
    sessionId: response.session_id,
    about: aboutOf(starter, response) ?? state.about,
    starter,
    // A confirmation's answer may leave out the steps that led to the question.
    steps: response.steps.length > 0 ? response.steps : state.steps,
    response,
    failure: response.type === "error" ? response.message : null,
  };
}

function aboutOf(starter: Starter | null, response: QueryResponse): Exploration["about"] {
  if (response.type === "success" && response.account_id)
    return { id: response.account_id, name: response.account_name ?? response.account_id };
  if (starter?.account_id)
    return { id: starter.account_id, name: starter.account_name ?? starter.account_id };
  return null;
}

function isOpen({ phase }: Exploration): boolean {
  return phase === "running" || phase === "awaiting_confirmation" || phase === "awaiting_clarification";
}
