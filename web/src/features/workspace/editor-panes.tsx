import { clsx } from "clsx";
import { type ReactNode, useId, useState } from "react";
import type { WorkspaceFile } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { Segmented } from "@/components/ui/segmented";
import { authorName } from "@/lib/author";
import { usePaused } from "@/lib/use-paused";
import { isMarkdown } from "@/lib/workspace-path";
import { FileText, Plain } from "./file-text";

const choices = [
  { value: "write", label: "Write" },
  { value: "preview", label: "Preview" },
] as const;

const wholeHeight = "h-[60dvh] min-h-60";
/** Where one stands below the other, so that something of both is in view. */
const halfHeight = "h-[30dvh] min-h-40 lg:h-[60dvh]";

interface EditorPanesProps {
  path: string;
  text: string;
  /** What somebody else made of the file meanwhile: then that stands beside the text. */
  theirs: WorkspaceFile | null;
  onText: (text: string) => void;
}

/** The text, and beside it how it will look or what somebody else wrote. A small screen shows one at a time. */
export function EditorPanes({ path, text, theirs, onText }: EditorPanesProps) {
  const id = useId();
  const [pane, setPane] = useState<"write" | "preview">("write");
  const hasPreview = isMarkdown(path) && theirs === null;
  const previewOnly = hasPreview && pane === "preview";
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {hasPreview && (
        <div className="self-start lg:hidden">
          <Segmented label="View" value={pane} choices={choices} onChange={setPane} />
        </div>
      )}
      <div className={clsx("grid gap-4", (hasPreview || theirs) && "lg:grid-cols-2")}>
        <div className={clsx("flex min-w-0 flex-col gap-1.5", previewOnly && "max-lg:hidden")}>
          <label htmlFor={id} className="font-medium">
            {theirs ? "Yours" : "Text"}
          </label>
          <textarea
            id={id}
            dir="auto"
            // biome-ignore lint/a11y/noAutofocus: whoever asks to edit wants to write.
            autoFocus
            spellCheck
            value={text}
            onChange={(event) => onText(event.currentTarget.value)}
            className={clsx(
              "w-full resize-y rounded-md border border-line-strong/60 bg-raised px-3 py-2.5 font-mono text-[0.8125rem] leading-relaxed transition-colors hover:border-line-strong focus-visible:border-accent focus-visible:outline-offset-0",
              theirs ? halfHeight : wholeHeight,
            )}
          />
        </div>
        {hasPreview && (
          <Pane title="Preview" height={wholeHeight} className={clsx(pane === "write" && "max-lg:hidden")}>
            <Preview path={path} text={text} />
          </Pane>
        )}
        {theirs && (
          <Pane
            title="Theirs"
            height={halfHeight}
            detail={
              <>
                {authorName(theirs.updated_by)}, <DateTime value={theirs.updated_at} />
              </>
            }
          >
            <Plain text={theirs.content} />
          </Pane>
        )}
      </div>
    </div>
  );
}

/** Follows the typing at a distance, so that the typing stays quick. */
function Preview({ path, text }: { path: string; text: string }) {
  return <FileText path={path} text={usePaused(text)} />;
}

interface PaneProps {
  title: string;
  height: string;
  detail?: ReactNode;
  className?: string;
  children: ReactNode;
}

function Pane({ title, height, detail, className, children }: PaneProps) {
  const id = useId();
  return (
    <div className={clsx("flex min-w-0 flex-col gap-1.5", className)}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span id={id} className="font-medium">
          {title}
        </span>
        {detail && <span className="text-[0.8125rem] text-muted">{detail}</span>}
      </p>
      <section
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse.
        tabIndex={0}
        className={clsx(
          "flex flex-col gap-3 overflow-y-auto rounded-md border border-line bg-raised px-3 py-2.5",
          height,
        )}
      >
        {children}
      </section>
    </div>
  );
}
