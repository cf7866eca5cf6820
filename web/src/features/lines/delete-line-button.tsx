import { Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteLine } from "@/api/lines";
import type { Line } from "@/api/types";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

export function DeleteLineButton({ line }: { line: Line }) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation(deleteLine(line.id));
  const onConfirm = () =>
    mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        toast(`${line.label} was deleted.`);
      },
    });
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={`Delete ${line.label}`} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Delete ${line.label}?`}
          action="Delete line"
          pending={isPending}
          failure={error}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        >
          Steward no longer answers at {line.address}. The number or mailbox itself stays with its provider.
        </ConfirmDialog>
      )}
    </>
  );
}
