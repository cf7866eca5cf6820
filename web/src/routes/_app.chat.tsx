import { createFileRoute } from "@tanstack/react-router";
import { MessageSquareText } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Page } from "@/components/page";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/chat")({
  head: () => titled("Chat"),
  component: () => (
    <Page title="Chat">
      <EmptyState icon={MessageSquareText} title="No chats yet">
        <p>Your own conversations with an agent will be here, readable by you alone.</p>
        <p>Chat arrives with a later version.</p>
      </EmptyState>
    </Page>
  ),
});
