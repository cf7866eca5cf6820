import { createFileRoute } from "@tanstack/react-router";
import { Page } from "@/components/page";
import { AccountTabs } from "@/features/accounts/account-tabs";
import { Explorer } from "@/features/accounts/explorer";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/accounts/")({
  head: () => titled("Accounts"),
  component: () => (
    <Page
      title="Accounts"
      description="Ask about accounts, or tell what changed. Every answer shows what it rests on."
    >
      <AccountTabs />
      <Explorer />
    </Page>
  ),
});
