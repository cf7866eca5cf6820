/** What an agent is told of a question to a person, once it is decided. */
export interface Decided {
  approvalId: string;
  word: "approved" | "denied" | "expired";
  /** What came of the call, if it was approved and somebody tried. */
  outcome: "done" | "failed" | null;
  /** The rest of what the agent is told. */
  told: string;
}

const words = {
  "A person approved #": "approved",
  "A person said no to #": "denied",
  "Nobody answered #": "expired",
} as const;

const told = /^(A person approved #|A person said no to #|Nobody answered #)([\w-]+)(?: in time)?\.\s*/;
const done = "It was done: ";

/** Reads a decision as the agent is told it, with the id of the question in it. */
export function readDecision(text: string): Decided | null {
  const [head, begun, approvalId = ""] = told.exec(text) ?? [];
  if (head === undefined) return null;
  const word = words[begun as keyof typeof words];
  const rest = text.slice(head.length).trim();
  if (word !== "approved" || rest === "") return { approvalId, word, outcome: null, told: rest };
  const outcome = rest.startsWith(done) ? "done" : "failed";
  return { approvalId, word, outcome, told: outcome === "done" ? rest.slice(done.length) : rest };
}

const waiting = /^waiting for approval #([\w-]+)$/;

/** The question that a call waits for, if that is all that came of it so far. */
export function readWaiting(result: string): string | null {
  return waiting.exec(result.trim())?.[1] ?? null;
}
