import { useState } from "react";
import type { AccountChoice, ConfirmationAnswer } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { FormError } from "@/components/ui/field";
import { formatRelative } from "@/lib/format";
import { useNow } from "@/lib/use-now";
import { detailOf } from "./clarify.logic";
import { hasExpired } from "./exploration.logic";

interface ConfirmCreateDialogProps {
  question: ConfirmationAnswer;
  pending: boolean;
  failure: unknown;
  /** With an account's id the request goes on with that account. */
  onConfirm: (accountId: string | null) => void;
  onCancel: () => void;
}

/** No account is created without being asked for. Perhaps one of those that are there is meant. */
export function ConfirmCreateDialog(props: ConfirmCreateDialogProps) {
  const { question, pending, failure } = props;
  // Where another may be meant, nothing is the usual answer: a new account beside the right one is worse than a click.
  const asks = question.alternatives.length > 0;
  const [chosen, setChosen] = useState<string | null | undefined>(asks ? undefined : null);
  const now = useNow(true);
  const expired = hasExpired(question, now);
  const action = chosen ? "Use this account" : "Create account";
  return (
    <Dialog
      title={asks ? `Which account is “${question.account_name}”?` : `Create “${question.account_name}”?`}
      description={question.message}
      onClose={() => !pending && props.onCancel()}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending && !expired && chosen !== undefined) props.onConfirm(chosen);
        }}
      >
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">Which account</legend>
          <Choice
            checked={chosen === null}
            onPick={() => setChosen(null)}
            label={`New: ${question.account_name}`}
          />
          {question.alternatives.map((choice) => (
            <Choice
              key={choice.account_id}
              checked={chosen === choice.account_id}
              onPick={() => setChosen(choice.account_id)}
              label={choice.account_name}
              detail={detailOf(choice)}
            />
          ))}
        </fieldset>
        <p className="text-[0.8125rem] text-muted">
          {expired
            ? "This question has expired. Ask again."
            : `This question expires ${formatRelative(question.expires_at, now)}.`}
        </p>
        <FormError failure={failure} fields={[]} />
        <DialogActions>
          <Button onClick={() => !pending && props.onCancel()}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={expired || chosen === undefined}
            pending={pending}
          >
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface ChoiceProps {
  label: AccountChoice["account_name"];
  detail?: AccountChoice["description"];
  checked: boolean;
  onPick: () => void;
}

function Choice({ label, detail, checked, onPick }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer items-start gap-2.5 rounded-md border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft">
      <input
        type="radio"
        name="account"
        checked={checked}
        onChange={onPick}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="flex min-w-0 flex-col [overflow-wrap:anywhere]">
        <span className="font-medium">{label}</span>
        {detail && <span className="text-[0.8125rem] text-muted">{detail}</span>}
      </span>
    </label>
  );
}
