import { useSuspenseQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { namesQuery } from "@/api/names";
import { createSchedule } from "@/api/schedules";
import type { NewSchedule } from "@/api/types";
import { FormDialog } from "@/components/form-dialog";
import { Button } from "@/components/ui/button";
import { SelectField, TextAreaField, TextField } from "@/components/ui/field";
import { submitted } from "@/lib/form";
import { formatDateTime } from "@/lib/format";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { cronOf, type Rhythm } from "./cron.logic";
import { RhythmFields } from "./rhythm-fields";

export function CreateScheduleButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden /> Add schedule
      </Button>
      {open && <CreateScheduleDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const fields = ["agent_id", "name", "text", "cron", "zone", "at"] as const;

function CreateScheduleDialog({ onClose }: { onClose: () => void }) {
  const names = useSuspenseQuery(namesQuery).data;
  const { mutate, isPending, error } = useMutation(createSchedule);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const given = submitted(event, ...fields, "rhythm", "time", "day");
    const { agent_id, name, text } = given;
    mutate(
      { agent_id, name, text, ...whenOf(given) },
      {
        onSuccess: (made) => {
          onClose();
          toast(`${made.name} was added${made.next_at ? `: next ${formatDateTime(made.next_at)}` : ""}.`);
        },
      },
    );
  };
  return (
    <FormDialog
      title="Add a schedule"
      action="Add schedule"
      fields={fields}
      pending={isPending}
      failure={error}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField name="name" label="Name" autoComplete="off" required maxLength={200} failure={error} />
      <SelectField
        name="agent_id"
        label="Agent"
        required
        failure={error}
        hint={names.agents.length === 0 ? "There is no agent yet. Add one first." : undefined}
      >
        {names.agents.map(({ id }) => (
          <option key={id} value={id}>
            {names.agent(id)}
          </option>
        ))}
      </SelectField>
      <TextAreaField name="text" label="What it is told" required maxLength={10_000} failure={error} />
      <RhythmFields failure={error} />
    </FormDialog>
  );
}

type Given = Record<"rhythm" | "time" | "day" | "cron" | "zone" | "at", string>;

function whenOf({ rhythm, time, day, cron, zone, at }: Given): Partial<NewSchedule> {
  if (rhythm === "once") return { at: new Date(at).toISOString() };
  return { cron: rhythm === "cron" ? cron : cronOf(rhythm as Rhythm, time, day), zone };
}
