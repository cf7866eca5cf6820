import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type RefObject, useEffect, useRef } from "react";
import { accountFileQuery } from "@/api/accounts";
import { DateTime } from "@/components/date-time";
import { InlineError } from "@/components/inline-error";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount } from "@/lib/format";
import { type Excerpt, excerptOf, type Opened } from "./preview.logic";
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
        <WorkspaceLink path={opened.path}>Open in the workspace</WorkspaceLink>
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
          <Lines excerpt={excerpt} />
        </section>
      )}
      {file && (
        <p className="text-[0.8125rem] text-muted">
          Revision {file.revision}, <DateTime value={file.updated_at} />
          {excerpt && excerpt.lines.length < excerpt.total && <CutNote excerpt={excerpt} />}
        </p>
      )}
    </div>
  );
}

function Lines({ excerpt: { lines } }: { excerpt: Excerpt }) {
  return (
    <ol className="py-1.5 font-mono text-xs leading-relaxed">
      {lines.map(({ no, text, cited }) => (
        <li
          key={no}
          value={no}
          aria-current={cited ? "true" : undefined}
          className={clsx("flex gap-3 px-2", cited && "bg-accent-soft")}
        >
          <span aria-hidden className="w-8 shrink-0 text-right text-muted select-none tabular-nums">
            {no}
          </span>
          {cited ? (
            <mark className="min-w-0 bg-transparent whitespace-pre-wrap [overflow-wrap:anywhere] text-accent-text">
              {text}
            </mark>
          ) : (
            <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

function CutNote({ excerpt: { lines, total } }: { excerpt: Excerpt }) {
  return (
    <>
      . Lines {formatCount(lines[0]?.no ?? 0)} to {formatCount(lines.at(-1)?.no ?? 0)} of {formatCount(total)}
      .
    </>
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
