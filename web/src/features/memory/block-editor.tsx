import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/error";
import { blockQuery, putBlock } from "@/api/memory";
import { memoryKeys } from "@/api/memory-keys";
import type { Block } from "@/api/types";
import { Button } from "@/components/ui/button";
import { CheckField, FormError, TextAreaField, TextField } from "@/components/ui/field";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { changesOf, lengthOf, mostCharacters, placeOf } from "./block.logic";
import { BlockConflict, type Meanwhile } from "./block-conflict";
import { CharacterMeter } from "./character-meter";

const fields = ["value", "description", "char_limit"];

/** Edits a block where it stands. What somebody else saves meanwhile is never overwritten unseen. */
export function BlockEditor({ block: first, onClose }: { block: Block; onClose: () => void }) {
  // The block as it was when the editing began: a newer one arriving meanwhile must not take away what is typed.
  const [block] = useState(first);
  const [value, setValue] = useState(block.value);
  const [limit, setLimit] = useState(block.char_limit);
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);
  const { save, isPending, error } = useSave(block, setMeanwhile, onClose);
  const over = lengthOf(value) > limit;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (over || isPending) return;
    const data = new FormData(event.currentTarget);
    const form = {
      value,
      description: String(data.get("description")).trim(),
      char_limit: limit,
      read_only: data.has("read_only"),
    };
    const changes = changesOf(block, form);
    const present = meanwhile ? meanwhile.now : block;
    if (Object.keys(changes).length === 0) onClose();
    else if (present === null) save(form);
    else save({ ...changes, version: present.version });
  };
  return (
    <form aria-label={`Edit ${block.label}`} className="flex flex-col gap-4" onSubmit={onSubmit}>
      <div className="flex flex-col gap-2">
        <TextAreaField
          name="value"
          label="Text"
          autoFocus
          rows={6}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          failure={error}
        />
        <CharacterMeter length={lengthOf(value)} limit={limit} />
      </div>
      <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
        <TextField
          name="description"
          label="Description"
          hint="Tells agents what belongs here."
          defaultValue={block.description}
          autoComplete="off"
          maxLength={1_000}
          failure={error}
        />
        <TextField
          name="char_limit"
          label="Limit"
          type="number"
          min={1}
          max={mostCharacters}
          required
          value={limit || ""}
          onChange={(event) => setLimit(event.currentTarget.valueAsNumber || 0)}
          failure={error}
        />
      </div>
      <CheckField
        name="read_only"
        label="Read-only for agents"
        hint="Agents see it and cannot change it. People can."
        defaultChecked={block.read_only}
      />
      {meanwhile && (
        <BlockConflict before={block} meanwhile={meanwhile} pending={isPending} onTakeTheirs={onClose} />
      )}
      {!meanwhile && <FormError failure={error} fields={fields} />}
      {!meanwhile && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" disabled={over} pending={isPending}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      )}
    </form>
  );
}

/** Saves, and when somebody was faster fetches what they left. */
function useSave(block: Block, onConflict: (meanwhile: Meanwhile) => void, onSaved: () => void) {
  const cache = useQueryClient();
  const { mutate, isPending, error } = useMutation(putBlock(placeOf(block)));
  const save = (change: Parameters<typeof mutate>[0]) =>
    mutate(change, {
      onSuccess: () => {
        toast(`${block.label} was saved.`);
        onSaved();
      },
      onError: (failure) => {
        if (statusOf(failure) !== 409) return;
        cache.fetchQuery(blockQuery(placeOf(block))).then(
          (now) => onConflict({ now }),
          (cause: unknown) => statusOf(cause) === 404 && onConflict({ now: null }),
        );
        void cache.invalidateQueries({ queryKey: memoryKeys.blockLists });
      },
    });
  return { save, isPending, error };
}

function statusOf(failure: unknown): number | null {
  return failure instanceof ApiError ? failure.status : null;
}
