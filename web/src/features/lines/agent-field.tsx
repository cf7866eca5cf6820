import { useSuspenseQuery } from "@tanstack/react-query";
import { namesQuery } from "@/api/names";
import { SelectField } from "@/components/ui/field";

interface AgentFieldProps {
  /** Who answers so far. */
  agent?: string | null | undefined;
  failure: unknown;
}

/** Which agent answers on a line, or that none does. */
export function AgentField({ agent, failure }: AgentFieldProps) {
  const names = useSuspenseQuery(namesQuery).data;
  return (
    <SelectField
      name="agent_id"
      label="Agent"
      hint="Who answers what arrives here. This is what lets an agent answer at all: with drafts, or by itself if its page says so. Without one, a person is told."
      defaultValue={agent ?? ""}
      failure={failure}
    >
      <option value="">No agent</option>
      {names.agents.map(({ id }) => (
        <option key={id} value={id}>
          {names.agent(id)}
        </option>
      ))}
    </SelectField>
  );
}
