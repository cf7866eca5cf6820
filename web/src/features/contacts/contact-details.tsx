import { addContactIdentifier, removeContactIdentifier, updateContact } from "@/api/contacts";
import type { Contact } from "@/api/types";
import { Identifiers } from "@/components/identifiers";
import { SettingForm } from "@/components/setting-form";
import { Section } from "@/components/ui/section";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { Answering } from "./answering";

export function ContactDetails({ contact }: { contact: Contact }) {
  const rename = useMutation(updateContact(contact.id));
  const add = useMutation(addContactIdentifier(contact.id));
  const remove = useMutation(removeContactIdentifier(contact.id));
  return (
    <>
      <Section title="Name">
        <SettingForm
          label="Contact name"
          name="name"
          value={contact.name ?? ""}
          pending={rename.isPending}
          failure={rename.error}
          onSave={(name) => rename.mutate({ name }, { onSuccess: () => toast("The name was saved.") })}
        />
      </Section>
      <Answering contact={contact} />
      <Identifiers
        name={contact.name ?? "this person"}
        identifiers={contact.identifiers}
        editable
        add={add}
        remove={remove}
      />
    </>
  );
}
