import { useSuspenseQuery } from "@tanstack/react-query";
import { updateContact } from "@/api/contacts";
import { isAdmin, meQuery } from "@/api/me";
import { namesQuery } from "@/api/names";
import type { Contact } from "@/api/types";
import { SelectField } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { Segmented } from "@/components/ui/segmented";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

const choices = [
  { value: "usual", label: "As usual" },
  { value: "drafts", label: "Only drafts" },
  { value: "people", label: "Only people" },
] as const;

const explained = {
  usual: "The agent of the line they write to answers them, as it may there.",
  drafts: "The agent writes drafts and sends nothing by itself, even on lines where it may.",
  people: "No agent is asked. What they write is in the inbox, and you are told.",
} as const;

/** Who answers one contact. It can only take from what agents may do, never add to it. */
export function Answering({ contact }: { contact: Contact }) {
  const names = useSuspenseQuery(namesQuery).data;
  const admin = isAdmin(useSuspenseQuery(meQuery).data);
  const change = useMutation(updateContact(contact.id));
  const save = (body: Parameters<typeof change.mutate>[0]) =>
    change.mutate(body, { onSuccess: () => toast("Who answers was saved.") });
  const agent = contact.answering_agent_id ?? "";
  return (
    <Section title="Who answers" description={explained[contact.answering]}>
      <div className="flex">
        <Segmented
          label="Who answers"
          value={contact.answering}
          choices={choices}
          onChange={(answering) => save({ answering })}
        />
      </div>
      {contact.answering !== "people" && (
        <SelectField
          label="Agent"
          name="answering_agent_id"
          value={agent}
          failure={change.error}
          disabled={!admin}
          hint={admin ? undefined : "Admins choose it."}
          className="max-w-sm"
          onChange={({ currentTarget: { value } }) =>
            save({ answering_agent_id: value === "" ? null : value })
          }
        >
          <option value="">The one of the line they write to</option>
          {names.agents.map(({ id }) => (
            <option key={id} value={id}>
              {names.agent(id)}
            </option>
          ))}
        </SelectField>
      )}
    </Section>
  );
}
