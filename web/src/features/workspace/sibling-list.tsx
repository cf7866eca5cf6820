import { Link } from "@tanstack/react-router";
import type { WorkspaceEntry } from "@/api/types";
import { EntryIcon } from "./entry-icon";

/** What lies beside an open file. A phone has no room for it; there the path bar leads back. */
export function SiblingList({ entries }: { entries: readonly WorkspaceEntry[] }) {
  return (
    <nav aria-label="In this folder" className="max-lg:hidden">
      <ul className="sticky top-4 flex max-h-[80dvh] flex-col gap-0.5 overflow-y-auto">
        {entries.map((entry) => (
          <li key={entry.path}>
            <Link
              to="/workspace/$"
              params={{ _splat: entry.path }}
              search={{}}
              activeOptions={{ exact: true, includeSearch: false }}
              title={entry.name}
              className="flex h-9 items-center gap-2 rounded-md px-2 text-muted transition-colors hover:bg-hover hover:text-text focus-visible:-outline-offset-2 aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-text"
            >
              <EntryIcon entry={entry} />
              <span className="min-w-0 truncate">{entry.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
