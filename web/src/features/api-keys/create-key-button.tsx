import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { createApiKey } from "@/api/api-keys";
import type { Scope } from "@/api/types";
import { CopyField } from "@/components/copy-field";
import { FormDialog } from "@/components/form-dialog";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { submitted } from "@/lib/form";
import { expiryChoices, expiryDate } from "./expiry.logic";
import { ScopeField } from "./scope-field";

export function CreateKeyButton({ scopes }: { scopes: readonly Scope[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden /> Create key
      </Button>
      {open && <CreateKeyDialog scopes={scopes} onClose={() => setOpen(false)} />}
    </>
  );
}

const fields = ["name", "expires_at"] as const;

function CreateKeyDialog({ scopes, onClose }: { scopes: readonly Scope[]; onClose: () => void }) {
  const { mutate, isPending, error, data } = useMutation(createApiKey);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { name, expires_at } = submitted(event, ...fields);
    const chosen = new FormData(event.currentTarget).getAll("scopes") as Scope[];
    mutate({ name, scopes: chosen, expires_at: expiryDate(expires_at, new Date()) });
  };
  if (data) {
    return (
      <Dialog
        title={`${data.key.name} was created`}
        description="Copy the key now and keep it safe. It is shown this once and cannot be read again."
        onClose={onClose}
      >
        <CopyField label="API key" value={data.token} />
        <DialogActions>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Create an API key"
      description="A program with this key acts as you, within these scopes."
      action="Create key"
      fields={[...fields, "scopes"]}
      pending={isPending}
      failure={error}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        hint="What the key is for."
        autoComplete="off"
        required
        maxLength={200}
        failure={error}
      />
      <ScopeField scopes={scopes} failure={error} />
      <SelectField name="expires_at" label="Expires" defaultValue="90" failure={error}>
        {expiryChoices.map(({ days, label }) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
