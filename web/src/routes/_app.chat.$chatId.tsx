import { useInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { conversationQuery, conversationsQuery } from "@/api/conversations";
import { namesQuery } from "@/api/names";
import { firstMessage } from "@/features/chat/first-message";
import { Thread } from "@/features/chat/thread";
import { ThreadSkeleton } from "@/features/chat/thread-skeleton";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/chat/$chatId")({
  head: () => titled("Chat"),
  loader: async ({ context: { queryClient }, params: { chatId } }) => {
    const names = queryClient.ensureQueryData(namesQuery);
    // The server does not know a chat before its first message, which this page sends.
    const isNew = firstMessage(chatId) !== undefined;
    const opened = isNew ? null : await queryClient.fetchQuery(conversationQuery(chatId));
    await names;
    return { opened };
  },
  pendingComponent: ThreadSkeleton,
  component: ChatPage,
});

function ChatPage() {
  const { chatId } = Route.useParams();
  const { opened } = Route.useLoaderData();
  const names = useSuspenseQuery(namesQuery).data;
  const list = useInfiniteQuery(conversationsQuery).data?.pages.flatMap((page) => page.items);
  const listed = list?.find((chat) => chat.id === chatId);
  return <Thread key={chatId} {...{ chatId, opened, names, listed }} />;
}
