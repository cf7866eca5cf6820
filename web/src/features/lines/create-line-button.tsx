import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { createLine } from "@/api/lines";
import { phoneQuery } from "@/api/phone";
import type { LineKind, LineProvider } from "@/api/types";
import { FormDialog } from "@/components/form-dialog";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { submitted } from "@/lib/form";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { AgentField } from "./agent-field";

export function CreateLineButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden /> Add line
      </Button>
      {open && <CreateLineDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const fields = ["kind", "provider", "address", "label", "agent_id"] as const;

function CreateLineDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending, error } = useMutation(createLine);
  const phone = useQuery(phoneQuery).data;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { kind, provider, ...given } = submitted(event, ...fields);
    mutate(
      { kind: kind as LineKind, provider: provider as LineProvider, ...given },
      {
        onSuccess: () => {
          onClose();
          toast(`${given.label} was added.`);
        },
      },
    );
  };
  return (
    <FormDialog
      title="Add a line"
      description="A number or mailbox the team already owns."
      action="Add line"
      fields={fields}
      pending={isPending}
      failure={error}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <SelectField name="kind" label="Kind" failure={error}>
        <option value="phone">Phone number</option>
        <option value="mailbox">Mailbox</option>
      </SelectField>
      <SelectField
        name="provider"
        label="Provider"
        hint="Who carries the texts of a phone number. It cannot be changed later."
        failure={error}
      >
        <option value="twilio">Twilio</option>
        <option value="quo">Quo (OpenPhone)</option>
        {phone?.is_on && <option value="loopback">Phone on the screen</option>}
      </SelectField>
      <TextField
        name="address"
        label="Address"
        hint="A number with country code, such as +14155550123, or an email address."
        autoComplete="off"
        required
        maxLength={320}
        failure={error}
      />
      <TextField name="label" label="Label" autoComplete="off" required maxLength={200} failure={error} />
      <AgentField failure={error} />
    </FormDialog>
  );
}
