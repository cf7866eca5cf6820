import { createFileRoute, Outlet } from "@tanstack/react-router";
import { ChatFrame } from "@/features/chat/chat-frame";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/chat")({
  head: () => titled("Chat"),
  component: () => (
    <ChatFrame>
      <Outlet />
    </ChatFrame>
  ),
});
