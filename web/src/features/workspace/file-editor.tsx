import { clsx } from "clsx";
import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/error";
import type { WorkspaceFile } from "@/api/types";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/field";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { formatBytes } from "@/lib/format";
import { toast } from "@/lib/toast";
import { bytesOf, nameOf } from "@/lib/workspace-path";
import { EditorPanes } from "./editor-panes";
import { FileConflict } from "./file-conflict";
import { mostBytes } from "./text.logic";
import { useDraft } from "./use-draft";
import { useSaveKey } from "./use-save-key";

interface FileEditorProps {
  path: string;
  /** The file as it is now, also if somebody else changes it; nothing once it is deleted. */
  file: WorkspaceFile | null;
  onClose: () => void;
}

/** Edits a file where it stands. What somebody else saves meanwhile is never overwritten unseen. */
export function FileEditor({ path, file, onClose }: FileEditorProps) {
  const { save, ...draft } = useDraft(path, file);
  const { text, dirty, conflict, isPending, error } = draft;
  const [asking, setAsking] = useState(false);
  const name = nameOf(path);
  const size = bytesOf(text);
  const over = size > mostBytes;
  const told = () => toast(`${name} was saved.`);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (over || isPending) return;
    if (!dirty && !conflict) return onClose();
    save(() => {
      told();
      onClose();
    });
  };
  useSaveKey(() => {
    // A conflict is settled by a button that says what it does.
    if (dirty && !over && !isPending && !conflict) save(told);
  });
  return (
    <>
      <form aria-label={`Edit ${name}`} className="flex min-w-0 flex-col gap-4" onSubmit={onSubmit}>
        {conflict && (
          <FileConflict base={draft.base} now={file} {...{ over, isPending }} onTakeTheirs={onClose} />
        )}
        <EditorPanes {...{ path, text }} theirs={conflict ? file : null} onText={draft.setText} />
        {!(conflict && isStale(error)) && <FormError failure={error} fields={[]} />}
        <div className="flex flex-wrap items-center gap-2">
          {!conflict && (
            <>
              <Button type="submit" variant="primary" disabled={over} pending={isPending}>
                Save
              </Button>
              <Button onClick={() => (dirty ? setAsking(true) : onClose())}>Cancel</Button>
            </>
          )}
          <p className={clsx("ml-auto text-[0.8125rem] tabular-nums", over ? "text-danger" : "text-muted")}>
            {formatBytes(size)}
            {over && `, and a file has at most ${formatBytes(mostBytes)}`}
          </p>
        </div>
      </form>
      {/* Beside the form and not in it: a form within a form would submit both. */}
      <UnsavedGuard when={dirty} />
      {asking && (
        <ConfirmDialog
          title="Discard your changes?"
          action="Discard"
          pending={false}
          failure={null}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        >
          What you wrote since you last saved goes.
        </ConfirmDialog>
      )}
    </>
  );
}

/** Whether saving failed because somebody was faster. */
function isStale(error: unknown): boolean {
  return error instanceof ApiError && [404, 412].includes(error.status);
}
