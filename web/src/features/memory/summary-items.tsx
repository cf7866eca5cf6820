import { useInfiniteQuery } from "@tanstack/react-query";
import { threadItemsQuery } from "@/api/threads";
import type { Summary } from "@/api/types";
import { InlineError } from "@/components/inline-error";
import { RowsSkeleton } from "@/components/list-skeleton";
import { LoadMore } from "@/components/load-more";
import { ThreadItemRow } from "./thread-item";

/** The messages a summary was made of, as they were. */
export function SummaryItems({ summary: { thread_id, from_seq, to_seq } }: { summary: Summary }) {
  const list = useInfiniteQuery(threadItemsQuery(thread_id, from_seq, to_seq));
  if (list.isError && !list.data)
    return <InlineError error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <RowsSkeleton />;
  const items = list.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <p className="text-muted">These messages were forgotten.</p>;
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label="Messages" className="flex flex-col gap-2">
        {items.map((item) => (
          <ThreadItemRow key={item.seq} item={item} />
        ))}
      </ol>
      <LoadMore {...list} />
    </div>
  );
}
