import { type FormEvent, useState } from "react";
import type { Json } from "@/api/types";
import { FormDialog } from "@/components/form-dialog";
import { TextAreaField } from "@/components/ui/field";
import { prettyJson } from "@/lib/json";
import { editedArguments } from "./words.logic";

interface EditDialogProps {
  tool: string;
  original: Json;
  /** What an id stands for, if anybody knows. */
  explain: (id: string) => string | undefined;
  pending: boolean;
  failure: unknown;
  onApprove: (args: Json) => void;
  onClose: () => void;
}

export function EditDialog({
  tool,
  original,
  explain,
  pending,
  failure,
  onApprove,
  onClose,
}: EditDialogProps) {
  const [problem, setProblem] = useState<Error | null>(null);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    // Not trimmed: what is approved is what is called, every space of it.
    const texts = Object.fromEntries(Object.keys(original).map((name) => [name, textOf(data.get(name))]));
    const edited = editedArguments(original, texts);
    if ("problem" in edited) return setProblem(new Error(edited.problem));
    setProblem(null);
    onApprove(edited.value);
  };
  return (
    <FormDialog
      title={`${tool}: edit and approve`}
      description="The tool is called with exactly what you write here."
      action="Approve with changes"
      fields={[]}
      pending={pending}
      failure={problem ?? failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {Object.entries(original).map(([name, value]) => (
        <TextAreaField
          key={name}
          name={name}
          label={name}
          hint={typeof value === "string" ? explain(value) : undefined}
          defaultValue={typeof value === "string" ? value : prettyJson(value)}
          spellCheck={typeof value === "string"}
        />
      ))}
    </FormDialog>
  );
}

/** A form sends line breaks in a way of its own. */
function textOf(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
}
