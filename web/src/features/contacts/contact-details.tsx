import { useMutation } from "@tanstack/react-query";
import { updateContact } from "@/api/contacts";
import type { Contact } from "@/api/types";
import { SettingForm } from "@/components/setting-form";
import { List, ListRow } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { toast } from "@/lib/toast";

export function ContactDetails({ contact }: { contact: Contact }) {
  const mutation = useMutation(updateContact(contact.id));
  return (
    <>
      <Section title="Name">
        <SettingForm
          label="Contact name"
          name="name"
          value={contact.name ?? ""}
          pending={mutation.isPending}
          failure={mutation.error}
          onSave={(name) => mutation.mutate({ name }, { onSuccess: () => toast("The name was saved.") })}
        />
      </Section>
      <Section title="Identifiers" description="What Steward recognises this person by.">
        {contact.identifiers.length === 0 ? (
          <p className="text-muted">None.</p>
        ) : (
          <List label="Identifiers">
            {contact.identifiers.map(({ id, kind, value }) => (
              <ListRow key={id} title={value} detail={<span className="capitalize">{kind}</span>} />
            ))}
          </List>
        )}
      </Section>
    </>
  );
}
