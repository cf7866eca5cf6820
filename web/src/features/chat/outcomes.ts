import { createContext, useContext } from "react";
import type { ChatMessage } from "@/api/chat";
import { type Decided, readDecision } from "@/lib/decision";

type Outcomes = ReadonlyMap<string, Decided>;

/** What became of the calls that waited for a person. Read where it is shown, so that other messages stay as they are. */
export const OutcomesContext = createContext<Outcomes>(new Map());

export function useOutcome(approvalId: string | null): Decided | undefined {
  const outcomes = useContext(OutcomesContext);
  return approvalId === null ? undefined : outcomes.get(approvalId);
}

/** The decisions in a conversation. A call is decided, and made, in a later answer than the one that asked. */
export function outcomesOf(messages: readonly ChatMessage[]): Outcomes {
  const notes = messages.flatMap((message) =>
    message.parts.flatMap((part) =>
      part.type === "data-note" && part.data.from === "approval" ? [readDecision(part.data.text)] : [],
    ),
  );
  return new Map(notes.flatMap((decided) => (decided ? [[decided.approvalId, decided]] : [])));
}
