import { clsx } from "clsx";
import { FileUp, X } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { ProgressBar } from "@/components/progress-bar";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { formatBytes, formatShare, plural } from "@/lib/format";
import { tagsOf } from "./tags.logic";
import { isOver, type UploadRow, type UploadState } from "./uploads.logic";
import { useUploads } from "./use-uploads";

const kinds = ".txt,.md,.markdown,.pdf,.docx";

/** Takes files, dropped or chosen, and shows how far they are. */
export function UploadZone({ scope }: { scope: string }) {
  const { rows, add, stop, dismiss } = useUploads(scope);
  const [tags, setTags] = useState("");
  const take = (files: Iterable<File>) => add([...files], tagsOf(tags).join(","));
  return (
    <section aria-label="Upload" className="flex flex-col gap-3">
      <DropArea onFiles={take}>
        <TextField
          name="upload_tags"
          label="Tags for what you upload"
          placeholder="lease, building 4"
          autoComplete="off"
          maxLength={500}
          value={tags}
          onChange={(event) => setTags(event.currentTarget.value)}
          className="w-full max-w-xs text-left"
        />
      </DropArea>
      {rows.length > 0 && (
        <ul aria-label="Uploads" className="flex flex-col gap-2">
          {rows.map((row) => (
            <Upload key={row.id} row={row} onStop={() => stop(row.id)} onDismiss={() => dismiss(row.id)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function DropArea({
  onFiles,
  children,
}: {
  onFiles: (files: Iterable<File>) => void;
  children: React.ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse alone; the button does the same.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={clsx(
        "flex flex-col items-center gap-4 rounded-lg border border-dashed p-5 text-center transition-colors",
        over ? "border-accent bg-accent-soft" : "border-line-strong/60 bg-sunken",
      )}
    >
      <div className="flex flex-col items-center gap-1">
        <p className="font-medium">Drop files here</p>
        <p className="text-[0.8125rem] text-muted">Text, Markdown, PDF or DOCX.</p>
      </div>
      <Button onClick={() => input.current?.click()}>
        <FileUp aria-hidden /> Choose files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept={kinds}
        aria-label="Files to upload"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          onFiles(event.currentTarget.files ?? []);
          // The same file may be chosen again after a refusal.
          event.currentTarget.value = "";
        }}
      />
      {children}
    </div>
  );
}

function Upload(props: { row: UploadRow; onStop: () => void; onDismiss: () => void }) {
  const { name, bytes, progress } = props.row;
  const over = isOver(progress);
  return (
    <li className="flex items-center gap-3 rounded-lg border border-line bg-raised px-4 py-2.5">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="font-medium [overflow-wrap:anywhere]">
          {name} <span className="font-normal text-muted">{formatBytes(bytes)}</span>
        </p>
        {!over && <ProgressBar label={`Upload of ${name}`} share={shareOf(progress)} />}
        <p
          role={progress.state === "failed" ? "alert" : "status"}
          className={clsx("text-[0.8125rem]", progress.state === "failed" ? "text-danger" : "text-muted")}
        >
          {wordsFor(progress)}
        </p>
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label={over ? `Dismiss ${name}` : `Stop the upload of ${name}`}
        onClick={over ? props.onDismiss : props.onStop}
      >
        <X aria-hidden />
      </Button>
    </li>
  );
}

function shareOf(progress: UploadState): number | null {
  if (progress.state === "waiting") return 0;
  return progress.state === "sending" ? progress.share : null;
}

function wordsFor(progress: UploadState): string {
  switch (progress.state) {
    case "waiting":
      return "Waiting for the one before.";
    case "sending":
      return `Sent ${formatShare(progress.share)}.`;
    case "reading":
      return "Sent. It is being read.";
    case "done":
      return `Kept, in ${plural(progress.parts, "part")}.`;
    case "stopped":
      return "Stopped.";
    case "failed":
      return progress.problem;
  }
}
