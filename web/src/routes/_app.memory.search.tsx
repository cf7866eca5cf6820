import { createFileRoute, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { namesQuery } from "@/api/names";
import { RowsSkeleton } from "@/components/list-skeleton";
import { PartError } from "@/components/part-error";
import { SearchBox } from "@/components/search-box";
import { ScopePicker } from "@/features/memory/scope-picker";
import { SearchFilters } from "@/features/memory/search-filters";
import { SearchResults } from "@/features/memory/search-results";
import { readSearch, type SearchState } from "@/features/memory/search-state.logic";
import { Toolbar } from "@/features/memory/toolbar";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/memory/search")({
  validateSearch: readSearch,
  head: () => titled("Search", "Memory"),
  loader: ({ context }) => context.queryClient.ensureQueryData(namesQuery),
  pendingComponent: RowsSkeleton,
  errorComponent: PartError,
  component: SearchPage,
});

function SearchPage() {
  const state = Route.useSearch();
  const { change, search } = useSearchChange();
  const { scope, ...everywhere } = state;
  return (
    <>
      <Toolbar about="Finds what was said, noted, uploaded or summed up, by meaning and by words.">
        <ScopePicker
          scope={scope}
          several="Mine and the team's"
          onPick={(picked) => change(picked === undefined ? everywhere : { ...state, scope: picked })}
        />
      </Toolbar>
      <div className="flex flex-col gap-4">
        <SearchBox label="Search memory" query={state.q ?? ""} onSearch={search} />
        <SearchFilters state={state} onChange={change} />
      </div>
      <SearchResults state={state} />
    </>
  );
}

function useSearchChange() {
  const navigate = Route.useNavigate();
  const router = useRouter();
  const change = useCallback((search: SearchState) => void navigate({ search, replace: true }), [navigate]);
  const search = useCallback(
    (q: string) => {
      // Whoever follows a link while the search still waits for a pause in the typing wants the link.
      if (router.latestLocation.pathname !== "/memory/search") return;
      void navigate({ search: ({ q: _, ...rest }) => (q === "" ? rest : { ...rest, q }), replace: true });
    },
    [navigate, router],
  );
  return { change, search };
}
