import { Plus } from "lucide-react";
import { type FormEvent, useRef } from "react";
import { addNote } from "@/api/memory";
import { Button } from "@/components/ui/button";
import { FormError, TextAreaField, TextField } from "@/components/ui/field";
import { submitted } from "@/lib/form";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { tagsOf } from "./tags.logic";

const fields = ["text", "tags"] as const;

export function AddNoteForm({ scope }: { scope: string }) {
  const ref = useRef<HTMLFormElement>(null);
  const { mutate, isPending, error } = useMutation(addNote);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { text, tags } = submitted(event, ...fields);
    mutate(
      { text, tags: tagsOf(tags), scope },
      {
        onSuccess: ({ items }) => {
          toast(items.length > 1 ? `The note was kept, in ${items.length} parts.` : "The note was kept.");
          ref.current?.reset();
        },
      },
    );
  };
  return (
    <form
      ref={ref}
      aria-label="Add a note"
      className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-4"
      onSubmit={onSubmit}
    >
      <TextAreaField name="text" label="Note" required failure={error} />
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          name="tags"
          label="Tags"
          placeholder="billing, keys"
          autoComplete="off"
          maxLength={500}
          failure={error}
          className="min-w-48 flex-1"
        />
        <Button type="submit" variant="primary" size="field" className="mt-6.75" pending={isPending}>
          <Plus aria-hidden /> Add note
        </Button>
      </div>
      <FormError failure={error} fields={fields} />
    </form>
  );
}
