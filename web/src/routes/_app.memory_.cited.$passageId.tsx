import { createFileRoute, Link, redirect } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { searchQuery } from "@/api/memory";
import { EmptyState } from "@/components/empty-state";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { passageAddress } from "@/components/passage-address";
import { buttonStyle } from "@/components/ui/button";
import { citedIn, requestFor } from "@/features/memory/cited.logic";
import { readCitedSearch } from "@/features/memory/cited-search.logic";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/memory_/cited/$passageId")({
  validateSearch: readCitedSearch,
  loaderDeps: ({ search }) => search,
  head: () => titled("Cited passage", "Memory"),
  // A model cites by the end of an id. The passage itself is found by its words.
  loader: async ({ context: { queryClient }, params: { passageId }, deps }) => {
    const { items } = await queryClient.fetchQuery(searchQuery(requestFor(passageId, deps)));
    const passage = citedIn(items, passageId);
    const address = passage && passageAddress(passage);
    // The way back leads to where the citation stood, not to here.
    if (address) throw redirect({ ...address, replace: true });
  },
  pendingComponent: () => <ListSkeleton narrow title="Cited passage" />,
  component: NotFoundAnyMore,
});

function NotFoundAnyMore() {
  const { near } = Route.useSearch();
  return (
    <Page narrow title="Cited passage">
      <EmptyState
        icon={SearchX}
        title="The passage was not found"
        action={
          near && (
            <Link to="/memory/search" search={{ q: near }} className={buttonStyle()}>
              Search for its words
            </Link>
          )
        }
      >
        <p>It was forgotten since, it is in a memory that you do not see, or it was never there.</p>
      </EmptyState>
    </Page>
  );
}
