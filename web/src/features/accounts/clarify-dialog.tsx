import type { ClarificationAnswer } from "@/api/types";
import { Dialog } from "@/components/ui/dialog";
import { replyFor } from "./clarify.logic";

interface ClarifyDialogProps {
  question: ClarificationAnswer;
  /** Answers at once. */
  onReply: (text: string) => void;
  /** Puts a sentence into the box, to be finished there. */
  onSuggest: (text: string) => void;
  onClose: () => void;
}

/** What was asked can mean several things. */
export function ClarifyDialog({ question, onReply, onSuggest, onClose }: ClarifyDialogProps) {
  const { choices, suggestions, message } = question;
  return (
    <Dialog title="What do you mean?" description={message} onClose={onClose}>
      {choices.length > 0 && (
        <ul aria-label="Accounts" className="flex flex-col gap-2">
          {choices.map((choice) => (
            <li key={choice.account_id}>
              <button type="button" onClick={() => onReply(replyFor(choice, choices))} className={row}>
                <span className="font-medium">{choice.account_name}</span>
                <span className="text-[0.8125rem] text-muted">{choice.description}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {suggestions.length > 0 && (
        <ul aria-label="Suggestions" className="flex flex-col gap-2">
          {suggestions.map((suggestion) => (
            <li key={suggestion}>
              <button type="button" onClick={() => onSuggest(suggestion)} className={row}>
                {suggestion}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const row =
  "flex w-full cursor-pointer flex-col rounded-md border border-line px-3 py-2 text-left [overflow-wrap:anywhere] transition-colors hover:bg-hover";
