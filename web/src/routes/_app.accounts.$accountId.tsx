import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { accountQuery } from "@/api/accounts";
import { BackLink } from "@/components/back-link";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { buttonStyle } from "@/components/ui/button";
import { AccountView } from "@/features/accounts/account-view";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/accounts/$accountId")({
  // Fetched anew each time: an account that is gone is not shown from the cache.
  loader: ({ context, params }) => context.queryClient.fetchQuery(accountQuery(params.accountId)),
  head: ({ loaderData }) => titled(String(loaderData?.state.name ?? "Account"), "Accounts"),
  pendingComponent: () => <ListSkeleton narrow title="Account" />,
  component: AccountPage,
});

function AccountPage() {
  const { accountId } = Route.useParams();
  const account = useSuspenseQuery(accountQuery(accountId)).data;
  const name = String(account.state.name || account.id);
  return (
    <Page
      narrow
      title={name}
      back={<BackLink to="/accounts/pipeline">Pipeline</BackLink>}
      actions={
        <Link
          to="/workspace/$"
          params={{ _splat: `accounts/${account.id}` }}
          search={{}}
          className={buttonStyle()}
        >
          Files
        </Link>
      }
    >
      <AccountView key={account.id} account={account} />
    </Page>
  );
}
