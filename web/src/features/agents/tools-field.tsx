import type { Agent } from "@/api/types";
import { Section } from "@/components/ui/section";
import { toolsets } from "@/lib/tools";
import { foreignTools, toolsOf } from "./agent-form.logic";

/** What the agent may use, by group. */
export function ToolsField({ agent }: { agent: Agent }) {
  const chosen = toolsOf(agent);
  const foreign = foreignTools(agent).map((name) => ({ name, label: name, description: "From elsewhere." }));
  const groups = [
    ...toolsets,
    ...(foreign.length > 0 ? [{ name: "other", label: "Other", tools: foreign }] : []),
  ];
  return (
    <Section title="Tools" description="Every agent can end its turn and ask for a person.">
      <div className="grid gap-5 sm:grid-cols-2">
        {groups.map((group) => (
          <fieldset key={group.name} className="flex min-w-0 flex-col gap-2">
            <legend className="mb-1.5 text-[0.8125rem] font-medium text-muted">{group.label}</legend>
            {group.tools.map((tool) => (
              <label key={tool.name} className="flex items-start gap-2.5">
                <input
                  type="checkbox"
                  name="tools"
                  value={tool.name}
                  defaultChecked={chosen.has(tool.name)}
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                <span className="flex min-w-0 flex-col">
                  <span className="font-medium [overflow-wrap:anywhere]">{tool.label}</span>
                  <span className="text-[0.8125rem] text-muted">{tool.description}</span>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </Section>
  );
}
