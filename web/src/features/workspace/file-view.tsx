import { useInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download, FileText as FileIcon, History, Pencil } from "lucide-react";
import { useState } from "react";
import type { WorkspaceFile } from "@/api/types";
import { downloadHref, fileQuery, folderQuery } from "@/api/workspace";
import { DateTime } from "@/components/date-time";
import { Page } from "@/components/page";
import { TrustBadge } from "@/components/trust-badge";
import { Button, buttonStyle } from "@/components/ui/button";
import { authorName } from "@/lib/author";
import type { CitedLines as Cited } from "@/lib/excerpt";
import { focusHeading } from "@/lib/focus";
import { formatBytes } from "@/lib/format";
import { folderOf, nameOf } from "@/lib/workspace-path";
import { CitedLines } from "./cited-lines";
import { ConflictNote, ConflictsNote } from "./conflict-note";
import { DeleteButton } from "./delete-button";
import { FileEditor } from "./file-editor";
import { FileText } from "./file-text";
import { FileVersions } from "./file-versions";
import { PathBar } from "./path-bar";
import { SiblingList } from "./sibling-list";
import { originalOf } from "./text.logic";

interface FileViewProps {
  path: string;
  /** The version to compare with the present one, if the versions are to be shown. */
  version: number | undefined;
  /** What of it somebody came here for. */
  lines: Cited | undefined;
}

/** A file: read, edited, or seen through its versions. A deleted one has only those. */
export function FileView({ path, version, lines }: FileViewProps) {
  const file = useSuspenseQuery(fileQuery(path)).data;
  // There is nothing to read in an empty file.
  const [editing, setEditing] = useState(version === undefined && file?.content === "");
  const onClose = () => {
    setEditing(false);
    focusHeading();
  };
  return (
    <Page
      title={nameOf(path)}
      description={file && <Facts file={file} />}
      back={<PathBar path={path} />}
      actions={!editing && file && <Actions {...{ file, version }} onEdit={() => setEditing(true)} />}
    >
      {editing && <FileEditor {...{ path, file, onClose }} />}
      {!editing && !file && (
        <p className="text-muted">This file was deleted. Its versions are kept, and each can be restored.</p>
      )}
      {!editing && (version !== undefined || !file) && <FileVersions {...{ path, file }} chosen={version} />}
      {!editing && version === undefined && file && <Reading {...{ file, lines }} />}
    </Page>
  );
}

function Facts({ file }: { file: WorkspaceFile }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span>
        {formatBytes(file.size)} · version {file.revision} · {authorName(file.updated_by)},{" "}
        <DateTime value={file.updated_at} />
      </span>
      <TrustBadge integrity={file.trust} />
    </span>
  );
}

interface ActionsProps {
  file: WorkspaceFile;
  version: number | undefined;
  onEdit: () => void;
}

function Actions({ file, version, onEdit }: ActionsProps) {
  const { path, revision } = file;
  const link = { to: "/workspace/$", params: { _splat: path }, className: buttonStyle() } as const;
  return (
    <>
      <DeleteButton path={path} file={file} />
      <a
        href={downloadHref(path)}
        download
        aria-label={`Download ${nameOf(path)}`}
        className={buttonStyle({ variant: "ghost", size: "icon" })}
      >
        <Download aria-hidden />
      </a>
      {version === undefined ? (
        <Link {...link} search={{ version: Math.max(revision - 1, 1) }}>
          <History aria-hidden /> Versions
        </Link>
      ) : (
        <Link {...link} search={{}}>
          <FileIcon aria-hidden /> Text
        </Link>
      )}
      <Button variant="primary" onClick={onEdit}>
        <Pencil aria-hidden /> Edit
      </Button>
    </>
  );
}

function Reading({ file, lines }: { file: WorkspaceFile; lines: Cited | undefined }) {
  const { path } = file;
  const folder = useInfiniteQuery(folderQuery(folderOf(path))).data;
  const entries = folder?.pages.flatMap((page) => page.entries) ?? [];
  const files = entries.filter((entry) => entry.kind === "file");
  // A long folder is not listed whole; the name then tells.
  const original = files.find((entry) => entry.path === path)?.conflict_of ?? originalOf(path);
  const conflicts = files.filter((entry) => entry.conflict_of === path);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <SiblingList entries={entries} />
      <div className="flex min-w-0 max-w-[52rem] flex-col gap-4">
        {original && <ConflictNote {...{ file, original }} />}
        <ConflictsNote paths={conflicts.map((entry) => entry.path)} />
        <article
          aria-label={nameOf(path)}
          className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-raised p-4 md:p-6"
        >
          {lines ? <CitedLines {...{ file, lines }} /> : <FileText path={path} text={file.content} />}
        </article>
      </div>
    </div>
  );
}
