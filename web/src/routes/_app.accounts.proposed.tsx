import { createFileRoute } from "@tanstack/react-router";
import { allProposalsQuery } from "@/api/accounts";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { AccountTabs } from "@/features/accounts/account-tabs";
import { WaitingList } from "@/features/accounts/waiting-list";
import { titled } from "@/lib/title";

const frame = {
  title: "Accounts",
  description:
    "What messages and calls say and the accounts do not. Nothing of it is applied before you accept it.",
};

export const Route = createFileRoute("/_app/accounts/proposed")({
  head: () => titled("Proposed", "Accounts"),
  loader: ({ context }) => context.queryClient.ensureQueryData(allProposalsQuery),
  pendingComponent: () => <ListSkeleton {...frame} />,
  component: () => (
    <Page {...frame}>
      <AccountTabs />
      <WaitingList />
    </Page>
  ),
});
