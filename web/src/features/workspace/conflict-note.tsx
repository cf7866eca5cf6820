import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { WorkspaceFile } from "@/api/types";
import { fileQuery } from "@/api/workspace";
import { DiffView } from "@/components/diff-view";
import { InlineError } from "@/components/inline-error";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { nameOf } from "@/lib/workspace-path";

/** Says of a file that it was kept beside another one, because both had changed. */
export function ConflictNote({ file, original }: { file: WorkspaceFile; original: string }) {
  const [comparing, setComparing] = useState(false);
  return (
    <Note>
      <p>
        It was kept beside <FileLink path={original} />, because both had changed. Take over what is missing
        there, then delete this file.
      </p>
      {comparing ? (
        <Comparison file={file} original={original} />
      ) : (
        <Button className="self-start" onClick={() => setComparing(true)}>
          Compare the two
        </Button>
      )}
    </Note>
  );
}

/** Says of a file that another one was kept beside it. */
export function ConflictsNote({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <Note>
      <p>Both this file and its copy on disk had changed. What was on disk was kept beside it:</p>
      <ul className="flex flex-col gap-1">
        {paths.map((path) => (
          <li key={path}>
            <FileLink path={path} />
          </li>
        ))}
      </ul>
    </Note>
  );
}

function Comparison({ file, original }: { file: WorkspaceFile; original: string }) {
  const { data, error, refetch } = useQuery(fileQuery(original));
  if (error) return <InlineError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-24 rounded-md" />;
  if (data === null) return <p className="text-muted">{nameOf(original)} is not there any more.</p>;
  return (
    <DiffView label={`From ${nameOf(original)} to this file`} before={data.content} after={file.content} />
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Conflict"
      className="flex flex-col gap-3 rounded-lg border border-line bg-warning-soft p-4 [overflow-wrap:anywhere]"
    >
      <p className="flex items-center gap-2 font-medium text-warning-text">
        <TriangleAlert aria-hidden className="size-4 shrink-0" /> Two versions are in conflict
      </p>
      {children}
    </section>
  );
}

function FileLink({ path }: { path: string }) {
  return (
    <Link
      to="/workspace/$"
      params={{ _splat: path }}
      search={{}}
      className="rounded-sm font-medium text-accent-text underline underline-offset-2"
    >
      {nameOf(path)}
    </Link>
  );
}
