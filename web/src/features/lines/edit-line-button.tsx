import { Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import { updateLine } from "@/api/lines";
import type { Line } from "@/api/types";
import { FormDialog } from "@/components/form-dialog";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { submitted } from "@/lib/form";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { AgentField } from "./agent-field";

export function EditLineButton({ line }: { line: Line }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={`Edit ${line.label}`} onClick={() => setOpen(true)}>
        <Pencil aria-hidden />
      </Button>
      {open && <EditLineDialog line={line} onClose={() => setOpen(false)} />}
    </>
  );
}

const fields = ["label", "agent_id"] as const;

function EditLineDialog({ line, onClose }: { line: Line; onClose: () => void }) {
  const { mutate, isPending, error } = useMutation(updateLine(line.id));
  const onSubmit = (event: FormEvent<HTMLFormElement>) =>
    mutate(submitted(event, ...fields), {
      onSuccess: () => {
        onClose();
        toast("The line was saved.");
      },
    });
  return (
    <FormDialog
      title="Edit line"
      description={`The address ${line.address} cannot be changed. Add another line instead.`}
      action="Save"
      fields={fields}
      pending={isPending}
      failure={error}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        name="label"
        label="Label"
        defaultValue={line.label}
        autoComplete="off"
        required
        maxLength={200}
        failure={error}
      />
      <AgentField agent={line.agent_id} failure={error} />
    </FormDialog>
  );
}
