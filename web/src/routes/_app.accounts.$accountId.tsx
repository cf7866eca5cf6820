import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { accountQuery } from "@/api/accounts";
import { BackLink } from "@/components/back-link";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { AccountView } from "@/features/accounts/account-view";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/accounts/$accountId")({
  head: ({ params }) => titled(params.accountId, "Accounts"),
  // Fetched anew each time: an account that is gone is not shown from the cache.
  loader: ({ context, params }) => context.queryClient.fetchQuery(accountQuery(params.accountId)),
  pendingComponent: () => <ListSkeleton narrow title="Account" />,
  component: AccountPage,
});

function AccountPage() {
  const { accountId } = Route.useParams();
  const account = useSuspenseQuery(accountQuery(accountId)).data;
  const name = String(account.state.name || account.id);
  return (
    <Page narrow title={name} back={<BackLink to="/accounts/pipeline">Pipeline</BackLink>}>
      <AccountView key={account.id} account={account} />
    </Page>
  );
}
