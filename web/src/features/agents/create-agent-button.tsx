import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { createAgent } from "@/api/agents";
import { FormDialog } from "@/components/form-dialog";
import { Button } from "@/components/ui/button";
import { TextAreaField, TextField } from "@/components/ui/field";
import { submitted } from "@/lib/form";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

export function CreateAgentButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden /> Add agent
      </Button>
      {open && <CreateAgentDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const fields = ["name", "goals"] as const;

function CreateAgentDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation(createAgent);
  const onSubmit = (event: FormEvent<HTMLFormElement>) =>
    mutate(submitted(event, ...fields), {
      onSuccess: (agent) => {
        toast(`${agent.name} was added.`);
        void navigate({ to: "/agents/$agentId", params: { agentId: agent.id } });
      },
    });
  return (
    <FormDialog
      title="Add an agent"
      description="It only suggests answers until you let it send. Everything else is set on its page."
      action="Add agent"
      fields={fields}
      pending={isPending}
      failure={error}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField name="name" label="Name" autoComplete="off" required maxLength={200} failure={error} />
      <TextAreaField name="goals" label="Goals" hint="What it is for." maxLength={20_000} failure={error} />
    </FormDialog>
  );
}
