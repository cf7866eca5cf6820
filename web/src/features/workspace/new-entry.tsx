import { useNavigate } from "@tanstack/react-router";
import { FilePlus, FolderPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/error";
import { makeFile, makeFolder } from "@/api/workspace";
import { FormDialog } from "@/components/form-dialog";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { submitted } from "@/lib/form";
import { useMutation } from "@/lib/mutation";
import { nameProblem, pathIn } from "@/lib/workspace-path";

interface NewEntryProps {
  kind: "file" | "folder";
  /** Where it is to lie. */
  folder: string;
}

export function NewEntryButton({ kind, folder }: NewEntryProps) {
  const [open, setOpen] = useState(false);
  const Icon = kind === "file" ? FilePlus : FolderPlus;
  return (
    <>
      <Button variant={kind === "file" ? "primary" : "secondary"} onClick={() => setOpen(true)}>
        <Icon aria-hidden /> New {kind}
      </Button>
      {open && <NewEntryDialog {...{ kind, folder }} onClose={() => setOpen(false)} />}
    </>
  );
}

const fields = ["name"] as const;

/** Asks what something new is to be called, makes it and opens it. */
function NewEntryDialog({ kind, folder, onClose }: NewEntryProps & { onClose: () => void }) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<ApiError | null>(null);
  const { mutate, isPending, error } = useMutation(kind === "file" ? makeFile : makeFolder);
  const failure = problem ?? error;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // Some keyboards write an accented letter as two characters, which the server refuses.
    const name = submitted(event, ...fields).name.normalize("NFC");
    const path = pathIn(folder, name);
    const found = nameProblem(folder, name, kind);
    setProblem(found === null ? null : badName(found));
    if (found !== null || isPending) return;
    mutate(path, {
      onSuccess: () => {
        onClose();
        void navigate({ to: "/workspace/$", params: { _splat: path }, search: {} });
      },
    });
  };
  return (
    <FormDialog
      title={`New ${kind}`}
      description={folder === "" ? undefined : `In ${folder}.`}
      action={`Make ${kind}`}
      fields={fields}
      pending={isPending}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        hint={kind === "file" && "It ends with .md, .txt or .json."}
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={200}
        failure={failure}
      />
    </FormDialog>
  );
}

function badName(message: string): ApiError {
  return new ApiError({ status: 400, code: "bad_name", message, field: "name" });
}
