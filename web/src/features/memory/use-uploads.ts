import { useRef, useState } from "react";
import { uploadDocument } from "@/api/documents";
import { useMutation } from "@/lib/mutation";
import { problemOf, type UploadRow, type UploadState, underWay } from "./uploads.logic";

let nextId = 1;

/** Files on their way to the server, one after the other. They go on when the page is left. */
export function useUploads(scope: string) {
  const [rows, setRows] = useState<readonly UploadRow[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const queue = useRef(Promise.resolve());
  const { mutateAsync } = useMutation(uploadDocument);

  const update = (id: number, progress: UploadState) =>
    setRows((current) => current.map((row) => (row.id === id ? { ...row, progress } : row)));

  const send = async (id: number, file: File, tags: string, { signal }: AbortController) => {
    if (signal.aborted) return update(id, { state: "stopped" });
    update(id, underWay(0));
    try {
      const onProgress = (share: number) => update(id, underWay(share));
      const { chunks } = await mutateAsync({ file, scope, tags, signal, onProgress });
      update(id, { state: "done", parts: chunks });
    } catch (error) {
      update(id, signal.aborted ? { state: "stopped" } : { state: "failed", problem: problemOf(error) });
    }
  };

  const add = (files: readonly File[], tags: string) => {
    for (const file of files) {
      const id = nextId++;
      const controller = new AbortController();
      controllers.current.set(id, controller);
      setRows((current) => [
        ...current,
        { id, name: file.name, bytes: file.size, progress: { state: "waiting" } },
      ]);
      queue.current = queue.current.then(() => send(id, file, tags, controller));
    }
  };

  const stop = (id: number) => controllers.current.get(id)?.abort();
  const dismiss = (id: number) => setRows((current) => current.filter((row) => row.id !== id));
  return { rows, add, stop, dismiss };
}
