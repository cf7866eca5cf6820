import { TriangleAlert } from "lucide-react";
import type { WorkspaceFile } from "@/api/types";
import { DiffView } from "@/components/diff-view";
import { Disclosure } from "@/components/disclosure";
import { Button } from "@/components/ui/button";

interface FileConflictProps {
  /** What the text began as. */
  base: WorkspaceFile | null;
  /** What the file has become; nothing if it was deleted. */
  now: WorkspaceFile | null;
  over: boolean;
  isPending: boolean;
  onTakeTheirs: () => void;
}

/** Says what somebody else did to the file, and lets the one who edits choose. Both texts stand below. */
export function FileConflict({ base, now, over, isPending, onTakeTheirs }: FileConflictProps) {
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-md border border-line bg-warning-soft p-3">
      <p className="flex items-center gap-2 font-medium text-warning-text">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        {now ? "Somebody changed this file meanwhile." : "Somebody deleted this file meanwhile."}
      </p>
      <p>
        Your text is not saved.
        {now && " You can still edit it, for instance to take in their change."}
      </p>
      {now && base && (
        <Disclosure summary="What they changed">
          <DiffView label="What changed meanwhile" before={base.content} after={now.content} />
        </Disclosure>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={over} pending={isPending}>
          {now ? "Keep mine" : "Save mine as a new file"}
        </Button>
        <Button onClick={onTakeTheirs}>{now ? "Take theirs" : "Leave it deleted"}</Button>
      </div>
    </div>
  );
}
