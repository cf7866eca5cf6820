import { createFileRoute } from "@tanstack/react-router";
import { inboxMessagesQuery, inboxThreadQuery } from "@/api/inbox";
import { Conversation } from "@/features/inbox/conversation";
import { ConversationError, ConversationSkeleton } from "@/features/inbox/conversation-states";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/inbox/$threadId")({
  head: ({ loaderData }) => titled(loaderData ?? "Conversation", "Inbox"),
  loader: async ({ context: { queryClient }, params: { threadId } }) => {
    const [{ thread }] = await Promise.all([
      queryClient.ensureQueryData(inboxThreadQuery(threadId)),
      queryClient.ensureInfiniteQueryData(inboxMessagesQuery(threadId)),
    ]);
    return thread.contact_name ?? undefined;
  },
  pendingComponent: ConversationSkeleton,
  errorComponent: ConversationError,
  component: ConversationPage,
});

function ConversationPage() {
  const { threadId } = Route.useParams();
  const { filter = "all" } = Route.useSearch();
  return <Conversation key={threadId} {...{ threadId, filter }} />;
}
