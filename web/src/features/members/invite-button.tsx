import { UserPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { createMember, createSignInLink } from "@/api/members";
import type { Role } from "@/api/types";
import { FormDialog } from "@/components/form-dialog";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { optional, submitted } from "@/lib/form";
import { useMutation } from "@/lib/mutation";
import { RoleField } from "./roles";
import { SignInLink } from "./sign-in-link";

export function InviteButton({ by }: { by: Role }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <UserPlus aria-hidden /> Invite member
      </Button>
      {open && <InviteDialog by={by} onClose={() => setOpen(false)} />}
    </>
  );
}

const fields = ["name", "email", "phone", "role"] as const;

function InviteDialog({ by, onClose }: { by: Role; onClose: () => void }) {
  const create = useMutation(createMember);
  const link = useMutation(createSignInLink);
  const member = create.data;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { name, email, phone, role } = submitted(event, ...fields);
    create.mutate(
      { name, role: role as Role, email: optional(email), phone: optional(phone) },
      { onSuccess: ({ id }) => link.mutate(id) },
    );
  };
  if (member) {
    return (
      <Dialog title={`${member.name} was added`} onClose={onClose}>
        <SignInLink name={member.name} link={link} onCreate={() => link.mutate(member.id)} />
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
      title="Invite a member"
      description="You get a sign-in link to pass on. Steward sends nothing by itself."
      action="Add and create link"
      fields={fields}
      pending={create.isPending}
      failure={create.error}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        autoComplete="off"
        required
        maxLength={200}
        failure={create.error}
      />
      <TextField
        name="email"
        type="email"
        label="Email (optional)"
        autoComplete="off"
        failure={create.error}
      />
      <TextField
        name="phone"
        type="tel"
        label="Phone (optional)"
        hint="With country code, such as +14155550123."
        autoComplete="off"
        failure={create.error}
      />
      <RoleField by={by} value="member" failure={create.error} />
    </FormDialog>
  );
}
