import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/error";
import { blocksQuery, putBlock } from "@/api/memory";
import { FormDialog } from "@/components/form-dialog";
import { Button } from "@/components/ui/button";
import { CheckField, TextAreaField, TextField } from "@/components/ui/field";
import { submitted } from "@/lib/form";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { defaultLimit, mostCharacters } from "./block.logic";

export function CreateBlockButton({ scope }: { scope: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden /> New block
      </Button>
      {open && <CreateBlockDialog scope={scope} onClose={() => setOpen(false)} />}
    </>
  );
}

const fields = ["label", "description", "value", "char_limit"] as const;

function CreateBlockDialog({ scope, onClose }: { scope: string; onClose: () => void }) {
  const cache = useQueryClient();
  const [label, setLabel] = useState("");
  const [taken, setTaken] = useState<ApiError | null>(null);
  const { mutate, isPending, error } = useMutation(putBlock({ label, scope, agentId: null }));
  const failure = taken ?? error;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const readOnly = new FormData(event.currentTarget).has("read_only");
    const { description, value, char_limit } = submitted(event, ...fields);
    // Writing to a block that is there would change it, which nobody who makes a new one wants.
    const blocks = cache.getQueryData(blocksQuery(scope).queryKey)?.items ?? [];
    const known = blocks.some((block) => block.label === label && !block.agent_id);
    setTaken(known ? labelTaken() : null);
    if (known) return;
    mutate(
      { description, value, char_limit: Number(char_limit), read_only: readOnly },
      {
        onSuccess: () => {
          toast(`${label} was added.`);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title="New block"
      description="A short text that stands in every prompt, such as house rules or who somebody is."
      action="Add block"
      fields={fields}
      pending={isPending}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        name="label"
        label="Label"
        hint="Small letters, digits, _ and -. It cannot be changed later."
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        pattern="[a-z0-9_\-]+"
        title="Small letters, digits, _ and -"
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={64}
        failure={failure}
      />
      <TextField
        name="description"
        label="Description"
        hint="Tells agents what belongs here."
        autoComplete="off"
        maxLength={1_000}
        failure={failure}
      />
      <TextAreaField name="value" label="Text" failure={failure} />
      <TextField
        name="char_limit"
        label="Limit in characters"
        type="number"
        min={1}
        max={mostCharacters}
        required
        defaultValue={defaultLimit}
        failure={failure}
      />
      <CheckField
        name="read_only"
        label="Read-only for agents"
        hint="Agents see it and cannot change it. People can."
      />
    </FormDialog>
  );
}

function labelTaken(): ApiError {
  return new ApiError({
    status: 409,
    code: "taken",
    message: "There is a block with this label already.",
    field: "label",
  });
}
