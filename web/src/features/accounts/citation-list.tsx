import { Quote } from "lucide-react";
import { useState } from "react";
import type { LineCitation } from "@/api/types";
import { Button } from "@/components/ui/button";
import { plural } from "@/lib/format";
import { type CitedFile, citedFiles } from "./citations.logic";
import type { Opened } from "./opened";

interface CitationListProps {
  citations: readonly LineCitation[];
  onOpen: (opened: Opened) => void;
}

/** More files than this are behind a click: an answer about all accounts rests on all of them. */
const fewFiles = 3;

/** The lines an answer rests on, by file. Each opens in the preview. */
export function CitationList({ citations, onOpen }: CitationListProps) {
  const [all, setAll] = useState(false);
  const files = citedFiles(citations);
  const shown = all ? files : files.slice(0, fewFiles);
  return (
    <div className="flex flex-col items-start gap-3 border-t border-line pt-3">
      <ul aria-label="Citations" className="flex w-full min-w-0 flex-col gap-3">
        {shown.map((file) => (
          <FileCitations key={file.path} {...{ file, onOpen }} />
        ))}
      </ul>
      {shown.length < files.length && (
        <Button onClick={() => setAll(true)}>Show {plural(files.length - shown.length, "more file")}</Button>
      )}
    </div>
  );
}

function FileCitations({
  file: { path, citations },
  onOpen,
}: { file: CitedFile } & Pick<CitationListProps, "onOpen">) {
  return (
    <li className="flex min-w-0 gap-2">
      <Quote aria-hidden className="mt-0.5 size-3.5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="font-mono text-xs [overflow-wrap:anywhere] text-muted">{path}</p>
        <ul className="-ml-1.5 flex flex-col">
          {citations.map((citation) => (
            <li key={citation.line}>
              <CitedLine {...{ citation, onOpen }} />
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

function CitedLine({ citation, onOpen }: { citation: LineCitation } & Pick<CitationListProps, "onOpen">) {
  const { path, line, end_line, quote } = citation;
  return (
    <button
      type="button"
      onClick={() => onOpen({ path, lines: [line, end_line] })}
      className="group flex w-full cursor-pointer items-baseline gap-2 rounded-md px-1.5 py-0.5 text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span
        aria-hidden
        className="shrink-0 font-mono text-xs text-accent-text tabular-nums group-hover:underline"
      >
        {line === end_line ? line : `${line}–${end_line}`}
      </span>
      <span className="sr-only">
        {path}, {line === end_line ? `line ${line}` : `lines ${line} to ${end_line}`}:
      </span>
      <q className="min-w-0 text-[0.8125rem] [overflow-wrap:anywhere]">{quote}</q>
    </button>
  );
}
