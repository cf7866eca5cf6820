import { useId } from "react";
import type { AgentConfig } from "@/api/types";
import { TextField } from "@/components/ui/field";
import { Section } from "@/components/ui/section";

interface PreferenceFieldsProps {
  preferences: AgentConfig["preferences"];
  failure: unknown;
}

/** What the member likes. */
export function PreferenceFields({ preferences, failure }: PreferenceFieldsProps) {
  const zones = useId();
  return (
    <Section title="How you like it" description="Your agent keeps to this in every answer.">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="preferences.time_zone"
          label="Time zone"
          hint={`Such as Europe/Vienna. This device is in ${ownZone()}.`}
          defaultValue={preferences.time_zone ?? ""}
          list={zones}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          failure={failure}
        />
        <TextField
          name="preferences.language"
          label="Language"
          hint="In which language it answers."
          defaultValue={preferences.language ?? ""}
          autoComplete="off"
          maxLength={500}
          failure={failure}
        />
      </div>
      <TextField
        name="preferences.style"
        label="Style"
        hint="How you want to be answered, such as “in two sentences”."
        defaultValue={preferences.style ?? ""}
        autoComplete="off"
        maxLength={500}
        failure={failure}
      />
      <datalist id={zones}>
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </Section>
  );
}

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
