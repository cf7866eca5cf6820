import { Link } from "@tanstack/react-router";
import { Blocks, History, Pencil, Undo2 } from "lucide-react";
import { useState } from "react";
import { undoBlock } from "@/api/memory";
import type { Names } from "@/api/names";
import type { Block } from "@/api/types";
import { Card } from "@/components/card";
import { DateTime } from "@/components/date-time";
import { Folded } from "@/components/folded";
import { TrustBadge } from "@/components/trust-badge";
import { Badge } from "@/components/ui/badge";
import { Button, buttonStyle } from "@/components/ui/button";
import { useMutation } from "@/lib/mutation";
import { toast, toastFailure } from "@/lib/toast";
import { lengthOf, placeOf } from "./block.logic";
import { BlockEditor } from "./block-editor";
import { CharacterMeter } from "./character-meter";
import { DeleteBlockButton } from "./delete-block-button";

export function BlockCard({ block, names }: { block: Block; names: Names }) {
  const [editing, setEditing] = useState(false);
  return (
    <Card
      icon={<Blocks aria-hidden />}
      title={
        <>
          <span className="font-mono">{block.label}</span>
          {block.agent_id && <Badge>Only for {names.agent(block.agent_id)}</Badge>}
          {block.read_only && <Badge>Read-only for agents</Badge>}
          <TrustBadge integrity={block.integrity} />
        </>
      }
      detail={block.description || "No description"}
      actions={!editing && <Actions block={block} onEdit={() => setEditing(true)} />}
    >
      {editing ? <BlockEditor block={block} onClose={() => setEditing(false)} /> : <Value block={block} />}
    </Card>
  );
}

function Value({ block }: { block: Block }) {
  return (
    <>
      {block.value === "" ? (
        <p className="text-muted">Empty.</p>
      ) : (
        <div className="rounded-md bg-sunken px-3 py-2">
          <Folded text={block.value} />
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <CharacterMeter length={lengthOf(block.value)} limit={block.char_limit} />
        <p className="text-[0.8125rem] text-muted">
          Version {block.version}, <DateTime value={block.updated_at} />
        </p>
      </div>
    </>
  );
}

function Actions({ block, onEdit }: { block: Block; onEdit: () => void }) {
  const { label, scope, agent_id } = block;
  return (
    <>
      <Button aria-label={`Edit ${label}`} onClick={onEdit}>
        <Pencil aria-hidden /> Edit
      </Button>
      {block.version > 1 && <UndoButton block={block} />}
      <Link
        to="/memory/blocks/$label"
        params={{ label }}
        search={{ scope, ...(agent_id && { agent: agent_id }) }}
        aria-label={`History of ${label}`}
        className={buttonStyle()}
      >
        <History aria-hidden /> History
      </Link>
      <DeleteBlockButton block={block} />
    </>
  );
}

/** Takes the last change back, and pressed again the one before it. The history brings back what was undone. */
function UndoButton({ block }: { block: Block }) {
  const { mutate, isPending } = useMutation(undoBlock(placeOf(block)));
  const onClick = () =>
    mutate(
      { seen: block.version },
      {
        onSuccess: () => toast(`The last change to ${block.label} was undone.`),
        onError: (error) => toastFailure(error.message),
      },
    );
  return (
    <Button pending={isPending} aria-label={`Undo the last change to ${block.label}`} onClick={onClick}>
      <Undo2 aria-hidden /> <span className="max-sm:hidden">Undo</span>
    </Button>
  );
}
