import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import { useEffect } from "react";
import { threadItemsQuery } from "@/api/threads";
import { EmptyState } from "@/components/empty-state";
import { LoadMore } from "@/components/load-more";
import { placeAt } from "./message-list.logic";
import { ThreadItemRow } from "./thread-item";

interface MessageListProps {
  threadId: string;
  /** When the message was said that somebody came here for. */
  at: string | undefined;
}

/** A conversation as it was, from its beginning. */
export function MessageList({ threadId, at }: MessageListProps) {
  const list = useSuspenseInfiniteQuery(threadItemsQuery(threadId));
  const items = list.data.pages.flatMap((page) => page.items);
  const place = placeAt(items, at);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  // The message may be pages away from the beginning.
  useEffect(() => {
    if (place === "later" && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [place, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  if (items.length === 0) {
    return (
      <EmptyState icon={MessagesSquare} title="No messages">
        <p>Nothing was said in this conversation, or it was forgotten.</p>
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <ol aria-label="Messages" className="flex flex-col gap-2">
        {items.map((item) => (
          <ThreadItemRow key={item.seq} item={item} sought={item.seq === place} />
        ))}
      </ol>
      <LoadMore {...list} />
    </div>
  );
}
