import { createFileRoute, Outlet } from "@tanstack/react-router";
import type { InboxFilter } from "@/api/inbox";
import { InboxFrame } from "@/features/inbox/inbox-frame";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/inbox")({
  validateSearch: ({ filter }: Record<string, unknown>): { filter?: InboxFilter } =>
    filter === "unread" || filter === "needs_you" ? { filter } : {},
  head: () => titled("Inbox"),
  component: InboxPage,
});

function InboxPage() {
  const { filter = "all" } = Route.useSearch();
  return (
    <InboxFrame filter={filter}>
      <Outlet />
    </InboxFrame>
  );
}
