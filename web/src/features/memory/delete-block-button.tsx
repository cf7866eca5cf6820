import { Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteBlock } from "@/api/memory";
import type { Block } from "@/api/types";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { plural } from "@/lib/format";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { placeOf } from "./block.logic";

export function DeleteBlockButton({ block }: { block: Block }) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation(deleteBlock(placeOf(block)));
  const onConfirm = () =>
    mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        toast(`${block.label} was deleted.`);
      },
    });
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        className="ml-auto"
        aria-label={`Delete ${block.label}`}
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden />
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Delete ${block.label}?`}
          action="Delete block"
          pending={isPending}
          failure={error}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        >
          Its text and {plural(block.version, "version")} of it are removed, and agents no longer see it. This
          cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
