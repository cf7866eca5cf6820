import { useQuery, useQueryClient, useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import type { WorkspaceFile, WorkspaceRevision } from "@/api/types";
import { historyQuery, restoreFile, revisionQuery } from "@/api/workspace";
import { workspaceKeys } from "@/api/workspace-keys";
import { DiffView } from "@/components/diff-view";
import { InlineError } from "@/components/inline-error";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { Versions } from "@/components/versions";
import { authorName } from "@/lib/author";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { FileText } from "./file-text";

interface FileVersionsProps {
  path: string;
  /** The file as it is now; nothing if it is deleted. */
  file: WorkspaceFile | null;
  chosen: number | undefined;
}

/** Every version of a file; the chosen one is compared with the present one and can be brought back. */
export function FileVersions({ path, file, chosen }: FileVersionsProps) {
  const list = useSuspenseInfiniteQuery(historyQuery(path));
  const revisions = list.data.pages.flatMap((page) => page.revisions);
  // Of a deleted file the last text is of interest, not that it was deleted.
  const shown =
    revisions.find(({ revision }) => revision === chosen) ?? revisions.find(({ deleted }) => !deleted);
  return (
    <Versions
      versions={revisions.map((revision) => ({
        no: revision.revision,
        at: revision.at,
        by: authorName(revision.by),
        integrity: revision.trust,
        note: noteOf(revision),
      }))}
      present={file?.revision ?? null}
      chosen={shown?.revision}
      linkTo={(version) => ({ to: "/workspace/$", params: { _splat: path }, search: { version } })}
      list={list}
    >
      {shown && <Shown key={shown.revision} {...{ path, file, revision: shown }} />}
    </Versions>
  );
}

function noteOf({ deleted, restored_from }: WorkspaceRevision): string | undefined {
  if (deleted) return "Deleted";
  return restored_from ? `Restored from ${restored_from}` : undefined;
}

interface ShownProps {
  path: string;
  file: WorkspaceFile | null;
  revision: WorkspaceRevision;
}

function Shown({ path, file, revision: { revision, deleted } }: ShownProps) {
  if (deleted) {
    return (
      <Section title={`Version ${revision}`}>
        <p className="text-muted">The file was deleted here.</p>
      </Section>
    );
  }
  if (file?.revision === revision) {
    return (
      <Section title={`Version ${revision}, the present one`}>
        <FileText path={path} text={file.content} />
      </Section>
    );
  }
  return <Earlier {...{ path, file, revision }} />;
}

function Earlier({ path, file, revision }: { path: string; file: WorkspaceFile | null; revision: number }) {
  const { data, error, refetch } = useQuery(revisionQuery(path, revision));
  return (
    <Section
      title={file ? `From version ${revision} to the present one` : `Version ${revision}`}
      description={file ? "What was taken out since then, and what was put in." : undefined}
    >
      {error && <InlineError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24 rounded-md" />}
      {data && !file && <FileText path={path} text={data.content ?? ""} />}
      {data && file && <DiffView label="Differences" before={data.content ?? ""} after={file.content} />}
      {data && <Restore {...{ path, file, revision }} />}
    </Section>
  );
}

function Restore({ path, file, revision }: { path: string; file: WorkspaceFile | null; revision: number }) {
  const cache = useQueryClient();
  const { mutate, isPending, error } = useMutation(restoreFile(path));
  const restore = () =>
    mutate(
      { revision, before: file },
      {
        onSuccess: () => toast(`Version ${revision} is the present text again.`),
        // Somebody may have been faster: the comparison is then with what they left.
        onError: () => void cache.invalidateQueries({ queryKey: workspaceKeys.file(path) }),
      },
    );
  return (
    <>
      <FormError failure={error} fields={[]} />
      <Button className="self-start" pending={isPending} onClick={restore}>
        <RotateCcw aria-hidden /> Restore version {revision}
      </Button>
    </>
  );
}
