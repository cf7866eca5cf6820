import { useMutation } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { FormEvent } from "react";
import { addIdentifier, removeIdentifier } from "@/api/members";
import type { IdentifierKind, Member } from "@/api/types";
import { Button } from "@/components/ui/button";
import { FormError, SelectField, TextField } from "@/components/ui/field";
import { List, ListRow } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { submitted } from "@/lib/form";
import { toast } from "@/lib/toast";

const kinds: Record<IdentifierKind, string> = { email: "Email", phone: "Phone", external: "External id" };

export function Identifiers({ member, editable }: { member: Member; editable: boolean }) {
  const remove = useMutation(removeIdentifier(member.id));
  return (
    <Section title="Identifiers" description={`What Steward recognises ${member.name} by.`}>
      {member.identifiers.length === 0 ? (
        <p className="text-muted">None yet.</p>
      ) : (
        <List label="Identifiers">
          {member.identifiers.map(({ id, kind, value }) => (
            <ListRow
              key={id}
              title={value}
              detail={kinds[kind]}
              actions={
                editable && (
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Remove ${value}`}
                    pending={remove.isPending && remove.variables === id}
                    onClick={() => remove.mutate(id, { onSuccess: () => toast(`${value} was removed.`) })}
                  >
                    <X aria-hidden />
                  </Button>
                )
              }
            />
          ))}
        </List>
      )}
      <FormError failure={remove.error} fields={[]} />
      {editable && <AddIdentifier memberId={member.id} />}
    </Section>
  );
}

const fields = ["kind", "value"] as const;

function AddIdentifier({ memberId }: { memberId: string }) {
  const { mutate, isPending, error } = useMutation(addIdentifier(memberId));
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const { kind, value } = submitted(event, ...fields);
    mutate(
      { kind: kind as IdentifierKind, value },
      {
        onSuccess: () => {
          form.reset();
          toast(`${value} was added.`);
        },
      },
    );
  };
  return (
    <form className="flex flex-col gap-3" onSubmit={onSubmit}>
      <div className="flex flex-wrap items-start gap-2">
        <SelectField name="kind" label="Kind" failure={error} className="w-32">
          {Object.entries(kinds).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          name="value"
          label="Value"
          autoComplete="off"
          required
          maxLength={320}
          failure={error}
          className="min-w-48 flex-1"
        />
        <Button type="submit" pending={isPending} size="field" className="mt-6.75">
          Add
        </Button>
      </div>
      <FormError failure={error} fields={fields} />
    </form>
  );
}
