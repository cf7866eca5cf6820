import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { namesQuery } from "@/api/names";
import { NewChat } from "@/features/chat/new-chat";
import { ThreadSkeleton } from "@/features/chat/thread-skeleton";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/chat/")({
  head: () => titled("New chat", "Chat"),
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(namesQuery),
  pendingComponent: ThreadSkeleton,
  component: function NewChatPage() {
    return <NewChat names={useSuspenseQuery(namesQuery).data} />;
  },
});
