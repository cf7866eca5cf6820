import { X } from "lucide-react";
import type { FormEvent } from "react";
import type { Identifier, IdentifierKind } from "@/api/types";
import { Button } from "@/components/ui/button";
import { FormError, SelectField, TextField } from "@/components/ui/field";
import { List, ListRow } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { submitted } from "@/lib/form";
import type { Mutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

const kinds: Record<IdentifierKind, string> = { email: "Email", phone: "Phone", external: "External id" };

type Add = Mutation<unknown, { kind: IdentifierKind; value: string }>;
type Remove = Mutation<unknown, string>;

interface IdentifiersProps {
  name: string;
  identifiers: readonly Identifier[];
  editable: boolean;
  add: Add;
  remove: Remove;
}

/** What Steward recognises a person by. */
export function Identifiers({ name, identifiers, editable, add, remove }: IdentifiersProps) {
  return (
    <Section title="Identifiers" description={`What Steward recognises ${name} by.`}>
      {identifiers.length === 0 ? (
        <p className="text-muted">None yet.</p>
      ) : (
        <List label="Identifiers">
          {identifiers.map(({ id, kind, value }) => (
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
      {editable && <AddIdentifier {...add} />}
    </Section>
  );
}

const fields = ["kind", "value"] as const;

function AddIdentifier({ mutate, isPending, error }: Add) {
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
          maxLength={254}
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
