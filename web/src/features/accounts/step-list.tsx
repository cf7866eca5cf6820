import { FileText } from "lucide-react";
import type { AccountStep } from "@/api/types";
import { Disclosure } from "@/components/disclosure";
import { plural } from "@/lib/format";
import { toolLabel } from "@/lib/tools";
import { FileLink } from "./file-link";
import type { Opened } from "./opened";
import { shownSteps } from "./steps.logic";

interface StepListProps {
  steps: readonly AccountStep[];
  onOpen: (opened: Opened) => void;
}

/** More files than this are behind a click. */
const fewFiles = 5;

/** What was done on the way to the answer, with the files that were read. */
export function StepList({ steps, onOpen }: StepListProps) {
  return (
    <ol aria-label="Steps" className="flex flex-col">
      {shownSteps(steps).map(({ tool, about, summary, files, times }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end, or to the last one.
        <li key={index} className="group relative flex animate-rise gap-3 pb-4 last:pb-0">
          <span
            aria-hidden
            className="absolute top-7 bottom-0 left-[0.8125rem] w-px bg-line group-last:hidden"
          />
          <span
            aria-hidden
            className="flex size-6.5 shrink-0 items-center justify-center rounded-full border border-line bg-raised text-xs text-muted tabular-nums"
          >
            {index + 1}
          </span>
          <div className="flex min-w-0 flex-1 flex-col gap-1 pt-0.5">
            <p className="[overflow-wrap:anywhere]">
              <span className="font-medium">{toolLabel(tool)}</span>
              <span className="text-muted">
                {" "}
                {[about, times > 1 && `${times} times`].filter(Boolean).join(", ")}
              </span>
            </p>
            <p className="text-muted [overflow-wrap:anywhere]">{summary}</p>
            <Files files={files} onOpen={onOpen} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Files({ files, onOpen }: { files: readonly string[]; onOpen: StepListProps["onOpen"] }) {
  if (files.length === 0) return null;
  const list = (
    <ul className="flex flex-col gap-0.5">
      {files.map((path) => (
        <li key={path} className="flex items-center gap-1.5">
          <FileText aria-hidden className="size-3.5 shrink-0 text-muted" />
          <FileLink path={path} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
  if (files.length <= fewFiles) return list;
  return <Disclosure summary={`${plural(files.length, "file")} read`}>{list}</Disclosure>;
}
