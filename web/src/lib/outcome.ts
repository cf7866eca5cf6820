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
