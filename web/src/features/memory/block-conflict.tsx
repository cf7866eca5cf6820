import { TriangleAlert } from "lucide-react";
import type { Block } from "@/api/types";
import { DiffView } from "@/components/diff-view";
import { Button } from "@/components/ui/button";

/** What a block has become while somebody edited it; nothing if it was deleted. */
export interface Meanwhile {
  now: Block | null;
}

interface BlockConflictProps {
  before: Block;
  meanwhile: Meanwhile;
  pending: boolean;
  onTakeTheirs: () => void;
}

/** Shows what somebody else did to the block, and lets the one who edits choose. */
export function BlockConflict({ before, meanwhile: { now }, pending, onTakeTheirs }: BlockConflictProps) {
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-md border border-line bg-warning-soft p-3">
      <p className="flex items-center gap-2 font-medium text-warning-text">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        {now ? "Somebody changed this block meanwhile." : "Somebody deleted this block meanwhile."}
      </p>
      {now && <DiffView label="What changed meanwhile" before={before.value} after={now.value} />}
      {now && (
        <p>Your text above is not saved. You can still edit it, for instance to take in their change.</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={pending}>
          {now ? "Save mine over it" : "Save mine as a new block"}
        </Button>
        <Button onClick={onTakeTheirs}>{now ? "Take theirs" : "Leave it deleted"}</Button>
      </div>
    </div>
  );
}
