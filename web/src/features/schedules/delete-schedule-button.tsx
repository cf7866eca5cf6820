import { Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteSchedule } from "@/api/schedules";
import type { Schedule } from "@/api/types";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

export function DeleteScheduleButton({ schedule: { id, name } }: { schedule: Schedule }) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation(deleteSchedule(id));
  const onConfirm = () =>
    mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        toast(`${name} was deleted.`);
      },
    });
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={`Delete ${name}`} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action="Delete schedule"
          pending={isPending}
          failure={error}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        >
          The agent is not told this again. What it did so far stays.
        </ConfirmDialog>
      )}
    </>
  );
}
