import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { NotebookPen, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { type NoteFilter, notesQuery } from "@/api/memory";
import type { Passage } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { EmptyState } from "@/components/empty-state";
import { Folded } from "@/components/folded";
import { LoadMore } from "@/components/load-more";
import { TrustBadge } from "@/components/trust-badge";
import { buttonStyle } from "@/components/ui/button";
import { List } from "@/components/ui/list";
import { ForgetButton } from "./forget-button";
import { TagLinks } from "./tag-list";

interface NoteListProps {
  filter: NoteFilter;
  /** The note that somebody came here for. */
  sought?: string | undefined;
}

export function NoteList({ filter, sought }: NoteListProps) {
  const list = useSuspenseInfiniteQuery(notesQuery(filter));
  const notes = list.data.pages.flatMap((page) => page.items);
  const missing = sought !== undefined && !notes.some(({ id }) => id === sought);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  // The note may be pages away from the newest.
  useEffect(() => {
    if (missing && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [missing, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return (
    <div className="flex flex-col gap-4">
      {filter.tag !== undefined && (
        <p className="flex flex-wrap items-center gap-2">
          Only notes tagged “{filter.tag}”.
          <Link to="/memory/notes" search={{ scope: filter.scope }} className={buttonStyle()}>
            <X aria-hidden /> Show all
          </Link>
        </p>
      )}
      {notes.length === 0 ? (
        <NoNotes tagged={filter.tag !== undefined} />
      ) : (
        <Notes {...{ notes, filter, sought }} />
      )}
      <LoadMore {...list} />
    </div>
  );
}

function Notes({ notes, filter, sought }: NoteListProps & { notes: readonly Passage[] }) {
  return (
    <List label="Notes">
      {notes.map((note) => (
        <NoteRow key={note.id} note={note} scope={filter.scope} sought={note.id === sought} />
      ))}
    </List>
  );
}

function NoteRow({ note, scope, sought }: { note: Passage; scope: string; sought: boolean }) {
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (sought) ref.current?.scrollIntoView({ block: "center" });
  }, [sought]);
  return (
    <li
      ref={ref}
      aria-current={sought ? "true" : undefined}
      className={clsx("flex flex-col gap-2 px-4 py-3", sought && "bg-accent-soft")}
    >
      <Folded text={note.text} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <TagLinks tags={note.tags} scope={scope} />
        <TrustBadge integrity={note.integrity} />
        <span className="text-[0.8125rem] text-muted">
          <DateTime value={note.created_at} />
        </span>
        <span className="ml-auto">
          <ForgetButton passage={note} kind="note" />
        </span>
      </div>
    </li>
  );
}

function NoNotes({ tagged }: { tagged: boolean }) {
  return (
    <EmptyState icon={NotebookPen} title={tagged ? "No note has this tag" : "No notes"}>
      <p>
        A note is kept until it is forgotten, and found when it matters. What agents or you note appears here.
      </p>
    </EmptyState>
  );
}
