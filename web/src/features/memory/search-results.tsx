import { useQuery } from "@tanstack/react-query";
import { Search, SearchX } from "lucide-react";
import { useState } from "react";
import { searchQuery } from "@/api/memory";
import { EmptyState } from "@/components/empty-state";
import { InlineError } from "@/components/inline-error";
import { RowsSkeleton } from "@/components/list-skeleton";
import { Button } from "@/components/ui/button";
import { plural } from "@/lib/format";
import { HitList } from "./hit-list";
import { requestOf } from "./search.logic";
import type { SearchState } from "./search-state.logic";

const few = 20;
const most = 50;
const byWords =
  " by words alone: the embedding service did not answer, so that meanings could not be compared.";

export function SearchResults({ state }: { state: SearchState }) {
  const [limit, setLimit] = useState(few);
  const { data, error, refetch, isFetching } = useQuery(searchQuery(requestOf(state, limit)));
  if (!state.q) {
    return (
      <EmptyState icon={Search} title="Search everything that is remembered">
        <p>Messages, notes, documents and summaries, by what they mean and by their words.</p>
      </EmptyState>
    );
  }
  const hits = data?.items;
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-[0.8125rem] text-muted">
        {data &&
          !error &&
          `${plural(data.items.length, "passage")} found${data.by_words_alone ? byWords : "."}`}
      </p>
      {error && <InlineError error={error} onRetry={() => void refetch()} />}
      {!error && !hits && <RowsSkeleton />}
      {!error && hits?.length === 0 && <NothingFound />}
      {!error && hits && hits.length > 0 && <HitList label="Results" hits={hits} forgettable />}
      {!error && hits?.length === limit && limit < most && (
        <Button className="self-center" pending={isFetching} onClick={() => setLimit(most)}>
          Show more
        </Button>
      )}
    </div>
  );
}

function NothingFound() {
  return (
    <EmptyState icon={SearchX} title="Nothing found">
      <p>Try other words, fewer filters, or another memory to search in.</p>
    </EmptyState>
  );
}
