import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { FileX } from "lucide-react";
import { useEffect, useRef } from "react";
import { documentPassagesQuery } from "@/api/documents";
import type { Passage } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { LoadMore } from "@/components/load-more";
import { TrustBadge } from "@/components/trust-badge";

interface PassageListProps {
  documentId: string;
  /** The part that somebody came here for. */
  part: number | undefined;
}

/** A document as it was cut, in order. */
export function PassageList({ documentId, part }: PassageListProps) {
  const list = useSuspenseInfiniteQuery(documentPassagesQuery(documentId));
  const passages = list.data.pages.flatMap((page) => page.items);
  const missing = part !== undefined && !passages.some(({ chunk_index }) => chunk_index === part);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  // The part may be pages away from the beginning.
  useEffect(() => {
    if (missing && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [missing, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  if (passages.length === 0) {
    return (
      <EmptyState icon={FileX} title="No passages">
        <p>There is no text of this document that could be found.</p>
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <ol aria-label="Passages" className="flex flex-col gap-3">
        {passages.map((passage) => (
          <PassageRow key={passage.id} passage={passage} sought={passage.chunk_index === part} />
        ))}
      </ol>
      <LoadMore {...list} />
    </div>
  );
}

function PassageRow({ passage, sought }: { passage: Passage; sought: boolean }) {
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (sought) ref.current?.scrollIntoView({ block: "center" });
  }, [sought]);
  return (
    <li
      ref={ref}
      aria-current={sought ? "true" : undefined}
      className={clsx(
        "flex flex-col gap-1 rounded-lg border bg-raised px-4 py-3",
        sought ? "border-accent" : "border-line",
      )}
    >
      <span className="flex items-center gap-2 text-xs text-muted tabular-nums">
        Part {passage.chunk_index + 1}
        <TrustBadge integrity={passage.integrity} />
      </span>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {passage.text}
      </p>
    </li>
  );
}
