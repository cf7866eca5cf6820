import type { FormEvent } from "react";
import { updateMember } from "@/api/members";
import type { Member, Role } from "@/api/types";
import { Button } from "@/components/ui/button";
import { FormError, TextField } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { submitted } from "@/lib/form";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { RoleField } from "./roles";

const fields = ["name", "role"] as const;

export function MemberForm({ member, by }: { member: Member; by: Role }) {
  const { mutate, isPending, error } = useMutation(updateMember(member.id));
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { name, role } = submitted(event, ...fields);
    mutate({ name, role: role as Role }, { onSuccess: () => toast(`${name} was saved.`) });
  };
  return (
    <Section title="Name and role">
      <form className="flex max-w-sm flex-col gap-4" onSubmit={onSubmit}>
        <TextField
          key={member.name}
          name="name"
          label="Name"
          defaultValue={member.name}
          autoComplete="off"
          required
          maxLength={200}
          failure={error}
        />
        <RoleField by={by} value={member.role} failure={error} />
        <FormError failure={error} fields={fields} />
        <Button type="submit" pending={isPending} className="self-start">
          Save
        </Button>
      </form>
    </Section>
  );
}
