import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { WorkspaceFile } from "@/api/types";
import { CutNote, NumberedLines } from "@/components/numbered-lines";
import { buttonStyle } from "@/components/ui/button";
import { type CitedLines as Cited, excerptOf } from "@/lib/excerpt";

/** A file as it is written, at the lines that somebody came here for. */
export function CitedLines({ file: { path, content }, lines }: { file: WorkspaceFile; lines: Cited }) {
  const ref = useRef<HTMLDivElement>(null);
  const excerpt = excerptOf(content, lines);
  const [from, to] = lines;
  const found = excerpt.lines.some(({ cited }) => cited);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines of the same file are gone to as well.
  useEffect(() => {
    ref.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
  }, [path, from, to]);
  return (
    <div ref={ref} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted">
          {found
            ? from === to
              ? `Line ${from} is marked.`
              : `Lines ${from} to ${to} are marked.`
            : `The file has no line ${from} any more.`}{" "}
          <CutNote excerpt={excerpt} />
        </p>
        <Link to="/workspace/$" params={{ _splat: path }} search={{}} className={buttonStyle()}>
          Show it laid out
        </Link>
      </div>
      <div className="rounded-md border border-line bg-sunken">
        <NumberedLines excerpt={excerpt} />
      </div>
    </div>
  );
}
