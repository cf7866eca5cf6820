import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { namesQuery } from "@/api/names";
import { threadSummariesQuery } from "@/api/threads";
import { BackLink } from "@/components/back-link";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { buttonStyle } from "@/components/ui/button";
import { ContextView } from "@/features/memory/context-view";
import { SummaryList } from "@/features/memory/summary-list";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/threads/$threadId/memory")({
  head: () => titled("Conversation", "Memory"),
  loader: ({ context: { queryClient }, params: { threadId } }) =>
    Promise.all([
      queryClient.ensureInfiniteQueryData(threadSummariesQuery(threadId)),
      queryClient.ensureQueryData(namesQuery),
    ]),
  pendingComponent: () => <ListSkeleton narrow title="Conversation" />,
  component: ThreadMemoryPage,
});

function ThreadMemoryPage() {
  const { threadId } = Route.useParams();
  const names = useSuspenseQuery(namesQuery).data;
  return (
    <Page
      narrow
      title={names.conversation(threadId)}
      description="What is remembered of this conversation."
      back={<BackLink to="/memory/conversations">Conversations</BackLink>}
      actions={
        <>
          <Link to="/threads/$threadId/messages" params={{ threadId }} className={buttonStyle()}>
            Messages
          </Link>
          <Link to="/activity" search={{ thread: threadId }} className={buttonStyle()}>
            Activity
          </Link>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <ContextView threadId={threadId} />
        <SummaryList threadId={threadId} />
      </div>
    </Page>
  );
}
