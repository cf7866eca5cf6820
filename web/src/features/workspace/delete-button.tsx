import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { WorkspaceFile } from "@/api/types";
import { deleteEntry } from "@/api/workspace";
import { workspaceKeys } from "@/api/workspace-keys";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { folderOf, nameOf } from "@/lib/workspace-path";

interface DeleteButtonProps {
  path: string;
  /** The file as it is shown: one that somebody changed since is not deleted. Nothing for a folder. */
  file: WorkspaceFile | null;
}

export function DeleteButton({ path, file }: DeleteButtonProps) {
  const [asking, setAsking] = useState(false);
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending, error, reset } = useMutation(deleteEntry(path));
  const name = nameOf(path);
  const kind = file ? "file" : "folder";
  const onConfirm = () =>
    mutate(file, {
      onSuccess: () => {
        setAsking(false);
        toast(`${name} was deleted.`);
        void navigate({ to: "/workspace/$", params: { _splat: folderOf(path) }, search: {} });
      },
      // What stands behind the dialog is then what is to be deleted.
      onError: () => void cache.invalidateQueries({ queryKey: workspaceKeys.file(path) }),
    });
  const onClose = () => {
    setAsking(false);
    reset();
  };
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={`Delete ${name}`} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action={`Delete ${kind}`}
          pending={isPending}
          failure={error}
          onConfirm={onConfirm}
          onClose={onClose}
        >
          {file
            ? "Agents no longer read it. Its versions are kept, and can be restored at the address of this page."
            : "Only an empty folder can be deleted."}
        </ConfirmDialog>
      )}
    </>
  );
}
