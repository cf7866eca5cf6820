import { Link } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import type { ChatMessage } from "@/api/chat";
import type { Turn } from "@/api/types";
import { formatCount, formatMicros, plural } from "@/lib/format";
import { whyCutShort } from "@/lib/outcome";

interface AnswerFactsProps {
  message: ChatMessage;
  /** The turn that the answer is, if it is known. */
  turn: Turn | undefined;
  /** Given for the last answer alone. */
  onAskAgain?: (() => void) | undefined;
}

/** What an answer took, and the way to how it came about. */
export function AnswerFacts({ message, turn, onAskAgain }: AnswerFactsProps) {
  const { metadata = {} } = message;
  const turnId = metadata.turnId ?? turn?.id;
  const steps = metadata.steps ?? turn?.steps;
  const tokens = tokensOf(
    metadata.inputTokens ?? turn?.input_tokens,
    metadata.outputTokens ?? turn?.output_tokens,
  );
  const cut = turn && whyCutShort(turn);
  if (turnId === undefined && onAskAgain === undefined) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1.5 text-xs text-muted">
      {cut && <span className="font-medium text-text">{cut}</span>}
      {steps !== undefined && <span>{plural(steps, "step")}</span>}
      {tokens > 0 && <span>{formatCount(tokens)} tokens</span>}
      {turn && turn.cost_micros > 0 && <span>{formatMicros(turn.cost_micros)}</span>}
      {turnId !== undefined && (
        <Link
          to="/activity/$turnId"
          params={{ turnId }}
          className="rounded-sm underline underline-offset-2 hover:text-text"
        >
          How this came about
        </Link>
      )}
      {onAskAgain && (
        <button
          type="button"
          onClick={onAskAgain}
          className="inline-flex cursor-pointer items-center gap-1 rounded-sm underline underline-offset-2 hover:text-text"
        >
          <RotateCcw aria-hidden className="size-3" /> Ask again
        </button>
      )}
    </p>
  );
}

function tokensOf(input = 0, output = 0): number {
  return input + output;
}
