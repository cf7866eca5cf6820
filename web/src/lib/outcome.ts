export interface Outcome {
  label: string;
  tone: "neutral" | "accent" | "warning" | "danger";
}

const outcomes: Record<string, Outcome> = {
  completed: { label: "Completed", tone: "accent" },
  awaits_approval: { label: "Asked for approval", tone: "warning" },
  escalated: { label: "Needs a person", tone: "warning" },
  out_of_steps: { label: "Out of steps", tone: "warning" },
  cancelled: { label: "Stopped", tone: "neutral" },
  failed: { label: "Failed", tone: "danger" },
  given_up: { label: "Given up", tone: "danger" },
  refused: { label: "Could not be done", tone: "danger" },
  forgotten: { label: "Forgotten", tone: "neutral" },
};

/** How a turn ended, in a word. */
export function outcomeOf(turn: { state: string; outcome?: string | null }): Outcome {
  if (turn.state === "open") return { label: "Running", tone: "neutral" };
  const word = turn.outcome ?? turn.state;
  return outcomes[word] ?? { label: word.replaceAll("_", " "), tone: "neutral" };
}

/** Outcomes of turns that may have said the beginning of an answer and not its end. */
const cutShort = new Set(["cancelled", "out_of_steps", "failed", "given_up"]);

/** Why an answer is not whole, in a word; nothing for one that is. */
export function whyCutShort(turn: { state: string; outcome?: string | null }): string | undefined {
  return turn.outcome && cutShort.has(turn.outcome) ? outcomeOf(turn).label : undefined;
}
