import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/error";
import { changeMyAgent } from "@/api/my-agent";
import type { AgentConfig } from "@/api/types";
import { Button } from "@/components/ui/button";
import { CheckField, FormError, TextAreaField } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { ContextFields } from "./context-fields";
import { ModelField } from "./model-field";
import { changeOf, fields } from "./my-agent.logic";
import { PreferenceFields } from "./preference-fields";

interface MyAgentFormProps {
  config: AgentConfig;
  onSaved: (config: AgentConfig) => void;
  /** Called when somebody wants to see what somebody else saved meanwhile. */
  onOutdated: () => void;
}

export function MyAgentForm({ config, onSaved, onOutdated }: MyAgentFormProps) {
  const [changed, setChanged] = useState(false);
  const { mutate, isPending, error } = useMutation(changeMyAgent);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const change = changeOf(config, new FormData(event.currentTarget));
    if (change === null || isPending) return;
    mutate(change, {
      onSuccess: (saved) => {
        toast("Your agent was saved.");
        onSaved(saved);
      },
    });
  };
  const outdated = error instanceof ApiError && error.status === 409;
  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={onSubmit}
      onChange={(event) => setChanged(changeOf(config, new FormData(event.currentTarget)) !== null)}
    >
      <Section
        title="Your agent"
        description="It has one long conversation with you, and answers the programs that talk to it in your name."
      >
        <CheckField
          name="enabled"
          label="Enabled"
          hint="While it is off, programs are refused at /v1/agent. The chat here and programs that name steward:assistant go on, and nothing of what it knows is lost."
          defaultChecked={config.enabled}
        />
        <ModelField model={config.model} failure={error} />
        <TextAreaField
          name="system_prompt"
          label="Instructions"
          hint="What it must do and must not do. Empty for the built-in ones."
          defaultValue={config.system_prompt ?? ""}
          rows={6}
          maxLength={20_000}
          failure={error}
        />
        {config.agent_id && <MemoryLink agentId={config.agent_id} />}
      </Section>
      <PreferenceFields preferences={config.preferences} failure={error} />
      <ContextFields config={config} failure={error} />
      <FormError failure={error} fields={fields} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" variant="primary" disabled={!changed} pending={isPending}>
          Save
        </Button>
        {outdated && <Button onClick={onOutdated}>Discard and read it again</Button>}
        <p role="status" className="text-[0.8125rem] text-muted">
          {changed && !isPending && "There are changes that are not saved."}
        </p>
      </div>
      <UnsavedGuard when={changed} />
    </form>
  );
}

function MemoryLink({ agentId }: { agentId: string }) {
  return (
    <p className="text-muted">
      What it knows of you stands in{" "}
      <Link to="/memory/blocks" className="rounded-sm text-accent-text hover:underline">
        your memory
      </Link>
      , and what it did in{" "}
      <Link
        to="/activity"
        search={{ agent: agentId }}
        className="rounded-sm text-accent-text hover:underline"
      >
        its activity
      </Link>
      .
    </p>
  );
}
