import { createFileRoute } from "@tanstack/react-router";
import { accountsQuery } from "@/api/accounts";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { AccountTabs } from "@/features/accounts/account-tabs";
import { PipelineBoard } from "@/features/accounts/pipeline-board";
import { titled } from "@/lib/title";

const frame = { title: "Accounts", description: "All accounts by stage, and what they are worth." };

export const Route = createFileRoute("/_app/accounts/pipeline")({
  head: () => titled("Pipeline", "Accounts"),
  loader: ({ context }) => context.queryClient.ensureQueryData(accountsQuery),
  pendingComponent: () => <ListSkeleton {...frame} />,
  component: () => (
    <Page {...frame}>
      <AccountTabs />
      <PipelineBoard />
    </Page>
  ),
});
