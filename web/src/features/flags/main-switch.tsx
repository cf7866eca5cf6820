import { OctagonX, Play } from "lucide-react";
import { type FormEvent, useState } from "react";
import { setFlag } from "@/api/flags";
import type { Flag } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { FormError, TextField } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { submitted } from "@/lib/form";
import { useMutation } from "@/lib/mutation";
import { toast, toastFailure } from "@/lib/toast";
import { Changed } from "./changed";
import { outOfReach, whileOff } from "./flag-words.logic";

/** Stops everything that agents do, and lets them go on. */
export function MainSwitch({ flag, editable }: { flag: Flag; editable: boolean }) {
  const [asking, setAsking] = useState(false);
  const why = outOfReach(flag);
  return (
    <Section title={flag.enabled ? "Agents are on" : "Agents are off"} description={whileOff(flag)}>
      <div className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
        {why && <span className="block">{why}</span>}
        <Changed flag={flag} />
      </div>
      {editable && (
        <div>
          {flag.organisation ? (
            <Button variant="danger" onClick={() => setAsking(true)}>
              <OctagonX aria-hidden /> Stop all agents
            </Button>
          ) : (
            <TurnOn />
          )}
        </div>
      )}
      {asking && <StopDialog onClose={() => setAsking(false)} />}
    </Section>
  );
}

function TurnOn() {
  const { mutate, isPending } = useMutation(setFlag("agents"));
  const onClick = () =>
    mutate(
      { enabled: true },
      {
        onSuccess: () => toast("Agents are on."),
        onError: (error) => toastFailure(error.message),
      },
    );
  return (
    <Button variant="primary" pending={isPending} onClick={onClick}>
      <Play aria-hidden /> Turn agents on
    </Button>
  );
}

function StopDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending, error } = useMutation(setFlag("agents"));
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { reason } = submitted(event, "reason");
    if (isPending) return;
    mutate(
      { enabled: false, ...(reason && { reason }) },
      {
        onSuccess: () => {
          toast("All agents are stopped.");
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title="Stop all agents?"
      description="Answers under way are stopped. What comes in is kept, and waits until agents are turned on again."
      onClose={onClose}
    >
      <form className="flex flex-col gap-4" onSubmit={onSubmit}>
        <TextField
          name="reason"
          label="Reason"
          hint="Everybody in the organisation sees it. It may be left empty."
          autoComplete="off"
          maxLength={500}
          failure={error}
        />
        <FormError failure={error} fields={["reason"]} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" pending={isPending}>
            Stop all agents
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
