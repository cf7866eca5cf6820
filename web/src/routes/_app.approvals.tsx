import { createFileRoute } from "@tanstack/react-router";
import { ShieldCheck } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Page } from "@/components/page";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/approvals")({
  head: () => titled("Approvals"),
  component: () => (
    <Page title="Approvals">
      <EmptyState icon={ShieldCheck} title="Nothing to approve">
        <p>
          When an agent wants to do something it may not do alone, it will wait here for a person to decide.
        </p>
        <p>Approvals arrive with a later version.</p>
      </EmptyState>
    </Page>
  ),
});
