import { createFileRoute } from "@tanstack/react-router";
import { WalletCards } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Page } from "@/components/page";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/accounts")({
  head: () => titled("Accounts"),
  component: () => (
    <Page title="Accounts">
      <EmptyState icon={WalletCards} title="No accounts yet">
        <p>Each account will be here with its current state and the full history of how it came about.</p>
        <p>Accounts arrive with a later version.</p>
      </EmptyState>
    </Page>
  ),
});
