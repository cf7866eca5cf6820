import type { FormEvent } from "react";
import type { ClarificationAnswer } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { detailOf, openChoices, otherWords, replyFor } from "./clarify.logic";
import { longestQuery } from "./query-box";

interface ClarifyDialogProps {
  question: ClarificationAnswer;
  /** Answers at once. */
  onReply: (text: string) => void;
  /** Puts a sentence into the box, to be finished there. */
  onSuggest: (text: string) => void;
  onClose: () => void;
}

/** What was asked can mean several things. Whatever is offered, it can also be said in other words. */
export function ClarifyDialog({ question, onReply, onSuggest, onClose }: ClarifyDialogProps) {
  const choices = openChoices(question);
  const suggestions = otherWords(question.suggestions, question.choices);
  return (
    <Dialog title="What do you mean?" description={question.message} onClose={onClose}>
      {choices.length > 0 && (
        <ul aria-label="Accounts" className="flex flex-col gap-2">
          {choices.map((choice) => (
            <li key={choice.account_id}>
              <button type="button" onClick={() => onReply(replyFor(choice, choices))} className={row}>
                <span className="font-medium">{choice.account_name}</span>
                <span className="text-[0.8125rem] text-muted">{detailOf(choice)}</span>
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
      <ReplyForm onReply={onReply} />
    </Dialog>
  );
}

function ReplyForm({ onReply }: Pick<ClarifyDialogProps, "onReply">) {
  const reply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("reply")).trim();
    if (text !== "") onReply(text);
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={reply}>
      <TextField name="reply" label="Your answer" autoComplete="off" required maxLength={longestQuery} />
      <DialogActions>
        <Button type="submit" variant="primary">
          Answer
        </Button>
      </DialogActions>
    </form>
  );
}

const row =
  "flex w-full cursor-pointer flex-col rounded-md border border-line px-3 py-2 text-left [overflow-wrap:anywhere] transition-colors hover:bg-hover";
