import { createFileRoute } from "@tanstack/react-router";
import { BookOpen } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Page } from "@/components/page";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/memory")({
  head: () => titled("Memory"),
  component: () => (
    <Page title="Memory">
      <EmptyState icon={BookOpen} title="Nothing remembered yet">
        <p>What the agents keep about the team and its contacts will be here, with its source.</p>
        <p>Memory arrives with a later version.</p>
      </EmptyState>
    </Page>
  ),
});
