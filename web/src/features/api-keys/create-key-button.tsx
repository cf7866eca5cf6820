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
import { useMutation } from "@/lib/mutation";
import { expiryChoices, expiryDate, scopesUpTo } from "./key-choices.logic";
import { ScopeField } from "./scope-field";

export function CreateKeyButton({ widest }: { widest: Scope }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden /> Create key
      </Button>
      {open && <CreateKeyDialog widest={widest} onClose={() => setOpen(false)} />}
    </>
  );
}

const fields = ["name", "scope", "expires_at"] as const;

function CreateKeyDialog({ widest, onClose }: { widest: Scope; onClose: () => void }) {
  const { mutate, isPending, error, data } = useMutation(createApiKey);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { name, scope, expires_at } = submitted(event, ...fields);
    mutate({ name, scopes: scopesUpTo(scope as Scope), expires_at: expiryDate(expires_at, new Date()) });
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
      description="A program with this key acts as you, within this scope."
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
      <ScopeField widest={widest} failure={error} />
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
