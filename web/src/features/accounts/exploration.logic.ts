import type { QueryEvent } from "@/api/accounts";
import type {
  AccountAnswer,
  AccountStep,
  ChangeAnswer,
  ClarificationAnswer,
  ConfirmationAnswer,
  FoundAnswer,
  Starter,
} from "@/api/types";

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
  steps: readonly AccountStep[];
  response: AccountAnswer | null;
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

/** What is asked before an account is created, as long as nobody answered. */
export function confirmationOf({ phase, response }: Exploration): ConfirmationAnswer | null {
  return phase === "awaiting_confirmation" ? (response as ConfirmationAnswer) : null;
}

/** What is asked back, as long as nobody answered. */
export function clarificationOf({ phase, response }: Exploration): ClarificationAnswer | null {
  return phase === "awaiting_clarification" ? (response as ClarificationAnswer) : null;
}

/** Whether something was written. */
export function isChange(response: AccountAnswer): response is ChangeAnswer {
  return response.type === "success" && typeof response.history_entry_id === "string";
}

/** Whether it answers a question. */
export function isFound(response: AccountAnswer): response is FoundAnswer {
  return response.type === "success" && typeof response.answer === "string";
}

/** Every file that was read on the way, and those the answer rests on. */
export function filesRead({ steps, response }: Pick<Exploration, "steps" | "response">): ReadonlySet<string> {
  const read = new Set(steps.flatMap((step) => step.files));
  for (const { path } of response?.citations ?? []) read.add(path);
  return read;
}

/** Nobody may create an account by a question that is too old. */
export function hasExpired({ expires_at }: ConfirmationAnswer, now: Date): boolean {
  return new Date(expires_at) <= now;
}

const phases: Record<AccountAnswer["type"], Phase> = {
  success: "completed",
  error: "error",
  confirmation_required: "awaiting_confirmation",
  clarification_needed: "awaiting_clarification",
};

function answered(state: Exploration, response: AccountAnswer): Exploration {
  return {
    ...state,
    phase: phases[response.type],
    sessionId: response.session_id,
    about: aboutOf(response) ?? state.about,
    starter: response.starter,
    // A confirmation's answer may leave out the steps that led to the question.
    steps: response.steps.length > 0 ? response.steps : state.steps,
    response,
    failure: response.type === "error" ? response.message : null,
  };
}

function aboutOf(response: AccountAnswer): Exploration["about"] {
  const { account_id: id, account_name: name } = isChange(response) ? response : response.starter;
  return id ? { id, name: name ?? id } : null;
}

function isOpen({ phase }: Exploration): boolean {
  return phase === "running" || phase === "awaiting_confirmation" || phase === "awaiting_clarification";
}
