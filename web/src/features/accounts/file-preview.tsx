import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import { accountFileQuery } from "@/api/accounts";
import { DateTime } from "@/components/date-time";
import { InlineError } from "@/components/inline-error";
import { CutNote, NumberedLines } from "@/components/numbered-lines";
import { Skeleton } from "@/components/ui/skeleton";
import { excerptOf } from "@/lib/excerpt";
import type { Opened } from "./opened";
import { WorkspaceLink } from "./workspace-link";

/** A file as it is written, with numbered lines. The cited ones are marked and in view. */
export function FilePreview({ opened }: { opened: Opened }) {
  const { data: file, error, refetch } = useQuery(accountFileQuery(opened.path));
  const excerpt = file && excerptOf(file.content, opened.lines);
  const region = useCitedInView(opened, file !== undefined);
  return (
    <div className="flex min-h-0 flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="min-w-0 font-mono text-xs font-medium [overflow-wrap:anywhere]">{opened.path}</h3>
        <WorkspaceLink path={opened.path} lines={opened.lines}>
          Open in the workspace
        </WorkspaceLink>
      </div>
      {error && <InlineError error={error} onRetry={() => void refetch()} />}
      {!file && !error && <PreviewSkeleton />}
      {excerpt && (
        <section
          ref={region}
          aria-label={`Text of ${opened.path}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse.
          tabIndex={0}
          className="relative max-h-[26rem] overflow-y-auto rounded-md border border-line bg-sunken"
        >
          <NumberedLines excerpt={excerpt} />
        </section>
      )}
      {file && (
        <p className="text-[0.8125rem] text-muted">
          Revision {file.revision}, <DateTime value={file.updated_at} />.{" "}
          {excerpt && <CutNote excerpt={excerpt} />}
        </p>
      )}
    </div>
  );
}

function PreviewSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-2 rounded-md border border-line p-3">
      <span className="sr-only">Loading</span>
      {["w-40", "w-56", "w-32"].map((width) => (
        <Skeleton key={width} className={`h-3 rounded-md ${width}`} />
      ))}
    </div>
  );
}

/** Whoever opens a file wants to read it there: it takes the focus, at the lines that are cited. */
function useCitedInView(opened: Opened, loaded: boolean): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same citation may be opened twice.
  useEffect(() => {
    const region = ref.current;
    if (!region) return;
    const cited = region.querySelector<HTMLElement>("[aria-current]");
    region.scrollTop = cited ? cited.offsetTop - region.clientHeight / 3 : 0;
    region.focus({ preventScroll: true });
    region.scrollIntoView({ block: "nearest" });
  }, [opened, loaded]);
  return ref;
}
