import { UserPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { createContact } from "@/api/contacts";
import { FormDialog } from "@/components/form-dialog";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { optional, submitted } from "@/lib/form";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

export function CreateContactButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <UserPlus aria-hidden /> Add contact
      </Button>
      {open && <CreateContactDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const fields = ["name", "phone", "email"] as const;

function CreateContactDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending, error } = useMutation(createContact);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { name, phone, email } = submitted(event, ...fields);
    mutate(
      { name: optional(name), phone: optional(phone), email: optional(email) },
      {
        onSuccess: () => {
          onClose();
          toast("The contact was added.");
        },
      },
    );
  };
  return (
    <FormDialog
      title="Add a contact"
      description="A name, a phone number or an email address is enough."
      action="Add contact"
      fields={fields}
      pending={isPending}
      failure={error}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField name="name" label="Name" autoComplete="off" maxLength={200} failure={error} />
      <TextField
        name="phone"
        type="tel"
        label="Phone"
        hint="With country code, such as +14155550123."
        autoComplete="off"
        failure={error}
      />
      <TextField name="email" type="email" label="Email" autoComplete="off" failure={error} />
    </FormDialog>
  );
}
