import type { AgentConfig } from "@/api/types";
import { TextField } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { percentOf } from "./my-agent.logic";

/** How much is told to the model. An empty field is as the server is set up. */
export function ContextFields({ config, failure }: { config: AgentConfig; failure: unknown }) {
  const percent = percentOf(config.compaction_threshold);
  return (
    <Section
      title="Length of the conversation"
      description="What is told to the model again with every message. What no longer fits is summed up."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="max_context_tokens"
          label="Tokens"
          hint="From 4,000 to 2,000,000."
          type="number"
          min={4_000}
          max={2_000_000}
          step={1}
          inputMode="numeric"
          placeholder="As the server is set up"
          defaultValue={config.max_context_tokens ?? ""}
          failure={failure}
        />
        <TextField
          name="compaction_threshold"
          label="Sum up from (percent)"
          hint="How full it may get before the older half is summed up: 30 to 95."
          type="number"
          min={30}
          max={95}
          step={1}
          inputMode="numeric"
          placeholder="As the server is set up"
          defaultValue={percent ?? ""}
          failure={failure}
        />
      </div>
    </Section>
  );
}
