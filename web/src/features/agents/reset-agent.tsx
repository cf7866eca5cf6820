import { useState } from "react";
import { resetAgent } from "@/api/agents";
import type { Agent } from "@/api/types";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

interface ResetAgentProps {
  agent: Agent;
  /** What was typed into the form is gone with it. */
  onReset: () => void;
}

/** Sets a clone back to what it was cloned from. */
export function ResetAgent({ agent, onReset }: ResetAgentProps) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation(resetAgent(agent.id));
  const onConfirm = () =>
    mutate(
      { revision: agent.revision },
      {
        onSuccess: () => {
          toast(`${agent.name} is as it was in the beginning.`);
          setAsking(false);
          onReset();
        },
      },
    );
  return (
    <Section
      title="Reset agent"
      description="Every member has this agent. Resetting it takes back what was changed of it; its conversations and memory stay."
    >
      <Button className="self-start" onClick={() => setAsking(true)}>
        Reset agent
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Reset ${agent.name}?`}
          action="Reset agent"
          pending={isPending}
          failure={error}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        >
          Its name, words, tools, model, memory and limits are set back, and it only drafts.
        </ConfirmDialog>
      )}
    </Section>
  );
}
