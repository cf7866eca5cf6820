import { createFileRoute } from "@tanstack/react-router";
import { notesQuery } from "@/api/memory";
import { namesQuery } from "@/api/names";
import { RowsSkeleton } from "@/components/list-skeleton";
import { PartError } from "@/components/part-error";
import { AddNoteForm } from "@/features/memory/add-note-form";
import { NoteList } from "@/features/memory/note-list";
import { ScopePicker } from "@/features/memory/scope-picker";
import { Toolbar } from "@/features/memory/toolbar";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/memory/notes")({
  validateSearch: ({ tag, note }: Record<string, unknown>): { tag?: string; note?: string } => ({
    ...(tag !== undefined && { tag: String(tag) }),
    ...(note !== undefined && { note: String(note) }),
  }),
  loaderDeps: ({ search: { scope = "member", tag } }) => ({ scope, ...(tag !== undefined && { tag }) }),
  head: () => titled("Notes", "Memory"),
  loader: ({ context: { queryClient }, deps }) =>
    Promise.all([
      queryClient.ensureInfiniteQueryData(notesQuery(deps)),
      queryClient.ensureQueryData(namesQuery),
    ]),
  pendingComponent: RowsSkeleton,
  errorComponent: PartError,
  component: NotesPage,
});

function NotesPage() {
  const filter = Route.useLoaderDeps();
  const { note } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <>
      <Toolbar about="What agents and people put down to be found later. Nothing is dropped unless somebody forgets it.">
        <ScopePicker
          scope={filter.scope}
          onPick={(picked = "member") => void navigate({ search: { scope: picked } })}
        />
      </Toolbar>
      <AddNoteForm scope={filter.scope} />
      <NoteList filter={filter} sought={note} />
    </>
  );
}
