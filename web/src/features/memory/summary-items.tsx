import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { threadItemsQuery } from "@/api/threads";
import type { Summary, ThreadItem } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { Folded } from "@/components/folded";
import { InlineError } from "@/components/inline-error";
import { RowsSkeleton } from "@/components/list-skeleton";
import { LoadMore } from "@/components/load-more";
import { toolLabel } from "@/lib/tools";
import { TrustBadge } from "./trust-badge";

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
          <Item key={item.seq} item={item} />
        ))}
      </ol>
      <LoadMore {...list} />
    </div>
  );
}

function Item({ item }: { item: ThreadItem }) {
  return (
    <li
      className={clsx(
        "flex max-w-[85%] min-w-0 flex-col gap-0.5 rounded-xl px-3.5 py-2",
        item.kind === "assistant" && "self-end bg-accent-soft",
        item.kind === "user" && "self-start bg-hover",
        item.kind !== "assistant" && item.kind !== "user" && "self-start border border-line",
      )}
    >
      <span className="flex flex-wrap items-center gap-2 text-xs font-medium text-muted">
        {speakerOf(item)}
        <DateTime value={item.created_at} />
        <TrustBadge integrity={item.integrity} />
      </span>
      <Folded text={item.text} />
    </li>
  );
}

function speakerOf({ kind, from, tool }: ThreadItem): string {
  switch (kind) {
    case "user":
      return from ?? "To the agent";
    case "assistant":
      return from ?? "The agent";
    case "tool_call":
      return `Called: ${toolLabel(tool ?? "a tool")}`;
    case "tool_output":
      return `Result: ${toolLabel(tool ?? "a tool")}`;
    default:
      return kind === "reasoning" ? "Thought" : kind;
  }
}
