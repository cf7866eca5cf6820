import { createFileRoute } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Page } from "@/components/page";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/inbox")({
  head: () => titled("Inbox"),
  component: () => (
    <Page title="Inbox">
      <EmptyState icon={Inbox} title="No conversations yet">
        <p>Texts and emails from your contacts will be here, one thread per person.</p>
        <p>Receiving messages arrives with a later version.</p>
      </EmptyState>
    </Page>
  ),
});
