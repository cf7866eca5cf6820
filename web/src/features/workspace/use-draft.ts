import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WorkspaceFile } from "@/api/types";
import { writeFile } from "@/api/workspace";
import { workspaceKeys } from "@/api/workspace-keys";
import { useMutation } from "@/lib/mutation";
import { forField, fromField } from "./text.logic";

/** A text that is being written, and the file it is to become, which others may change meanwhile. */
export function useDraft(path: string, file: WorkspaceFile | null) {
  const cache = useQueryClient();
  /** What the text began as: a newer file arriving meanwhile must not take away what is typed. */
  const [base, setBase] = useState(file);
  const [text, setText] = useState(() => forField(file?.content ?? ""));
  const { mutate, isPending, error, variables } = useMutation(writeFile(path, setBase));
  const content = fromField(text, base?.content ?? "");
  const dirty = content !== (base?.content ?? "");
  const changed = file?.sha256 !== base?.sha256;
  if (changed && file && (!dirty || content === file.content)) {
    setBase(file);
    setText(forField(file.content));
  }
  // What is on its way may be heard of before its own answer comes back.
  const own = isPending && file?.content === variables.content;

  /** Saves over the file as it is shown. */
  const save = (onSaved: () => void) =>
    mutate(
      { content, before: file },
      {
        onSuccess: onSaved,
        onError: () => void cache.invalidateQueries({ queryKey: workspaceKeys.file(path) }),
      },
    );
  return { base, text, setText, dirty, conflict: changed && !own, save, isPending, error };
}
