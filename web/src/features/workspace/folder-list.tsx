import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { WorkspaceEntry } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { TrustBadge } from "@/components/trust-badge";
import { Badge } from "@/components/ui/badge";
import { List, ListRow } from "@/components/ui/list";
import { authorName } from "@/lib/author";
import { formatBytes } from "@/lib/format";
import { nameOf } from "@/lib/workspace-path";
import { EntryIcon } from "./entry-icon";

export function FolderList({ entries }: { entries: readonly WorkspaceEntry[] }) {
  return (
    <List label="Files and folders">
      {entries.map((entry) => (
        <ListRow
          key={entry.path}
          className="transition-colors hover:bg-hover"
          icon={<EntryIcon entry={entry} />}
          title={
            <>
              <Link
                to="/workspace/$"
                params={{ _splat: entry.path }}
                search={{}}
                className="outline-none after:absolute after:inset-0 focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
              >
                {entry.name}
              </Link>
              {entry.kind === "file" && entry.conflict_of && <Badge tone="warning">Conflict</Badge>}
              {entry.kind === "file" && <TrustBadge integrity={entry.trust} />}
            </>
          }
          detail={entry.kind === "file" && <FileDetail entry={entry} />}
          actions={<ChevronRight aria-hidden className="size-4 text-faint" />}
        />
      ))}
    </List>
  );
}

type FileEntry = Extract<WorkspaceEntry, { kind: "file" }>;

function FileDetail({ entry: { size, updated_by, updated_at, conflict_of } }: { entry: FileEntry }) {
  return (
    <>
      {formatBytes(size)} · {authorName(updated_by)}, <DateTime value={updated_at} />
      {conflict_of && (
        <>
          {" · beside "}
          {/* Above the link of the whole row. */}
          <Link
            to="/workspace/$"
            params={{ _splat: conflict_of }}
            search={{}}
            className="relative rounded-sm font-medium text-accent-text hover:underline"
          >
            {nameOf(conflict_of)}
          </Link>
        </>
      )}
    </>
  );
}
