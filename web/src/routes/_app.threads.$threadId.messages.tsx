import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { namesQuery } from "@/api/names";
import { threadItemsQuery } from "@/api/threads";
import { BackLink } from "@/components/back-link";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { buttonStyle } from "@/components/ui/button";
import { MessageList } from "@/features/memory/message-list";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/threads/$threadId/messages")({
  validateSearch: ({ at }: Record<string, unknown>): { at?: string } =>
    typeof at === "string" && !Number.isNaN(new Date(at).getTime()) ? { at } : {},
  head: () => titled("Messages", "Conversation"),
  loader: ({ context: { queryClient }, params: { threadId } }) =>
    Promise.all([
      queryClient.ensureInfiniteQueryData(threadItemsQuery(threadId)),
      queryClient.ensureQueryData(namesQuery),
    ]),
  pendingComponent: () => <ListSkeleton narrow title="Conversation" />,
  component: ThreadMessagesPage,
});

function ThreadMessagesPage() {
  const { threadId } = Route.useParams();
  const { at } = Route.useSearch();
  const names = useSuspenseQuery(namesQuery).data;
  return (
    <Page
      narrow
      title={names.conversation(threadId)}
      description="The conversation as it was."
      back={<BackLink to="/memory/conversations">Conversations</BackLink>}
      actions={
        <Link to="/threads/$threadId/memory" params={{ threadId }} className={buttonStyle()}>
          Memory
        </Link>
      }
    >
      <MessageList key={threadId} threadId={threadId} at={at} />
    </Page>
  );
}
