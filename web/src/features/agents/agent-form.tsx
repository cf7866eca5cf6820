import { type FormEvent, useState } from "react";
import { replaceAgent } from "@/api/agents";
import { ApiError } from "@/api/error";
import type { Agent, AgentChange } from "@/api/types";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { FormError, TextAreaField, TextField } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { changeOf, dollarsOf } from "./agent-form.logic";
import { MemoryModeField, SendModeField } from "./mode-field";
import { ToolsField } from "./tools-field";

interface AgentFormProps {
  agent: Agent;
  editable: boolean;
  /** Called once what is shown here is no longer what is stored. */
  onOutdated: () => void;
}

const fields = ["name", "persona", "goals", "instructions", "model", "daily_tokens"];
const texts = [
  { name: "persona", label: "Persona", hint: "Who it is and how it speaks." },
  { name: "goals", label: "Goals", hint: "What it is for." },
  { name: "instructions", label: "Instructions", hint: "What it must do and must not do." },
] as const;

export function AgentForm({ agent, editable, onOutdated }: AgentFormProps) {
  const [asking, setAsking] = useState<AgentChange | null>(null);
  const { mutate, isPending, error } = useMutation(replaceAgent(agent.id));
  const save = (change: AgentChange) =>
    mutate(change, {
      onSuccess: () => {
        toast("The agent was saved.");
        onOutdated();
      },
      onSettled: () => setAsking(null),
    });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const change = changeOf(agent, new FormData(event.currentTarget));
    const isNewlyAutonomous = change.send_mode === "autonomous" && agent.send_mode !== "autonomous";
    if (isNewlyAutonomous) setAsking(change);
    else save(change);
  };
  const outdated = error instanceof ApiError && error.status === 409;
  return (
    <>
      <form onSubmit={onSubmit}>
        <fieldset disabled={!editable} className="flex min-w-0 flex-col gap-6">
          <legend className="sr-only">{agent.name}</legend>
          <Section title="Who it is">
            <TextField
              name="name"
              label="Name"
              defaultValue={agent.name}
              autoComplete="off"
              required
              maxLength={200}
              failure={error}
              className="max-w-sm"
            />
            {texts.map(({ name, ...field }) => (
              <TextAreaField
                key={name}
                name={name}
                {...field}
                defaultValue={agent[name]}
                maxLength={20_000}
                failure={error}
              />
            ))}
          </Section>
          <ModelSection agent={agent} failure={error} />
          <ToolsField agent={agent} />
          <MemoryModeField mode={agent.memory_mode} />
          <SendModeField mode={agent.send_mode} />
          <FormError failure={error} fields={fields} />
          {editable && (
            <div className="flex flex-wrap gap-2">
              <Button type="submit" variant="primary" pending={isPending}>
                Save
              </Button>
              {outdated && <Button onClick={onOutdated}>Discard and read it again</Button>}
            </div>
          )}
        </fieldset>
      </form>
      {/* Beside the form and not in it: a form within a form would submit both. */}
      {asking && (
        <ConfirmDialog
          title={`Let ${agent.name} send by itself?`}
          action="Let it send"
          pending={isPending}
          failure={null}
          onConfirm={() => save(asking)}
          onClose={() => setAsking(null)}
        >
          It then answers contacts without anybody reading the answer first. Texts to others than the one who
          wrote still wait for a person. It is put on record that you decided this.
        </ConfirmDialog>
      )}
    </>
  );
}

function ModelSection({ agent, failure }: { agent: Agent; failure: unknown }) {
  return (
    <Section
      title="Model and budget"
      description="A day ends at midnight UTC. Once its budget is spent, the agent asks no model until the next day."
    >
      <TextField
        name="model"
        label="Model"
        hint="As provider:model. Empty for the one the server is set up with."
        defaultValue={agent.model ?? ""}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        failure={failure}
        className="max-w-sm"
      />
      <div className="flex flex-wrap gap-4">
        <TextField
          name="daily_dollars"
          label="Dollars a day"
          type="number"
          min={0}
          step="any"
          inputMode="decimal"
          placeholder="Usual limit"
          defaultValue={dollarsOf(agent.daily_micros)}
          className="w-40"
        />
        <TextField
          name="daily_tokens"
          label="Tokens a day"
          type="number"
          min={0}
          step={1}
          inputMode="numeric"
          placeholder="Usual limit"
          defaultValue={agent.daily_tokens ?? ""}
          failure={failure}
          className="w-40"
        />
      </div>
    </Section>
  );
}
