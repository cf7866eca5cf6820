import { createFileRoute } from "@tanstack/react-router";
import { namesQuery } from "@/api/names";
import { threadsQuery } from "@/api/threads";
import { RowsSkeleton } from "@/components/list-skeleton";
import { PartError } from "@/components/part-error";
import { ThreadList } from "@/features/memory/thread-list";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/memory/conversations")({
  head: () => titled("Conversations", "Memory"),
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureInfiniteQueryData(threadsQuery), queryClient.ensureQueryData(namesQuery)]),
  pendingComponent: RowsSkeleton,
  errorComponent: PartError,
  component: () => (
    <>
      <p className="max-w-prose text-muted">
        What each conversation was summed up to, and what its next turn would start from.
      </p>
      <ThreadList />
    </>
  ),
});
