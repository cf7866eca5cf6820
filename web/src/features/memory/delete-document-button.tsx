import { Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteDocument } from "@/api/documents";
import type { MemoryDocument } from "@/api/types";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { plural } from "@/lib/format";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

interface DeleteDocumentButtonProps {
  document: MemoryDocument;
  onDeleted?: () => void;
}

export function DeleteDocumentButton({ document, onDeleted }: DeleteDocumentButtonProps) {
  const { id, title, chunks } = document;
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation(deleteDocument(id));
  const onConfirm = () =>
    mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        toast(`${title} was deleted.`);
        onDeleted?.();
      },
    });
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={`Delete ${title}`} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Delete ${title}?`}
          action="Delete document"
          pending={isPending}
          failure={error}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        >
          The document goes, and its {plural(chunks, "part")} are no longer found. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
