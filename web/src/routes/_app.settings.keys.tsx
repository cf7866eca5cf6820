import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { apiKeysQuery } from "@/api/api-keys";
import { isAdmin, meQuery } from "@/api/me";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { CreateKeyButton } from "@/features/api-keys/create-key-button";
import { KeyList } from "@/features/api-keys/key-list";
import { titled } from "@/lib/title";

const frame = { title: "API keys", description: "For programs that talk to Steward in your name." };

export const Route = createFileRoute("/_app/settings/keys")({
  head: () => titled("API keys", "Settings"),
  loader: ({ context }) => context.queryClient.ensureInfiniteQueryData(apiKeysQuery),
  pendingComponent: () => <ListSkeleton {...frame} />,
  component: ApiKeys,
});

function ApiKeys() {
  const me = useSuspenseQuery(meQuery).data;
  return (
    <Page {...frame} actions={<CreateKeyButton widest={isAdmin(me) ? "admin" : "write"} />}>
      <KeyList me={me} />
    </Page>
  );
}
