import { createFileRoute } from "@tanstack/react-router";
import { Bot } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Page } from "@/components/page";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/agents")({
  head: () => titled("Agents"),
  component: () => (
    <Page title="Agents">
      <EmptyState icon={Bot} title="No agents yet">
        <p>Agents will be here with their persona, instructions and what each of them may do.</p>
        <p>Agents arrive with a later version.</p>
      </EmptyState>
    </Page>
  ),
});
