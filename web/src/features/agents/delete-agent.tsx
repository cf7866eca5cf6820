import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { deleteAgent } from "@/api/agents";
import type { Agent } from "@/api/types";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

export function DeleteAgent({ agent }: { agent: Agent }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation(deleteAgent(agent.id));
  const onConfirm = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast(`${agent.name} was deleted.`);
        void navigate({ to: "/agents" });
      },
    });
  return (
    <Section
      title="Delete agent"
      description="Removes an agent that has no conversations yet. One that has stays, as the record of what it did."
    >
      <Button variant="danger-quiet" className="self-start" onClick={() => setAsking(true)}>
        Delete agent
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Delete ${agent.name}?`}
          action="Delete agent"
          typed={agent.name}
          pending={isPending}
          failure={error}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        >
          Its lines are left without an agent. This cannot be undone.
        </ConfirmDialog>
      )}
    </Section>
  );
}
