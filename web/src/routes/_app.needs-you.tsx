import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { isAdmin, meQuery } from "@/api/me";
import { namesQuery } from "@/api/names";
import { needsQuery } from "@/api/needs";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { NeedsList } from "@/features/needs/needs-list";
import { titled } from "@/lib/title";

const frame = { title: "Needs you", description: "What waits for a person of the team." };

export const Route = createFileRoute("/_app/needs-you")({
  head: () => titled("Needs you"),
  loader: async ({ context: { queryClient } }) => {
    const admin = isAdmin(await queryClient.ensureQueryData(meQuery));
    await Promise.all([
      queryClient.ensureQueryData(needsQuery(admin)),
      queryClient.ensureQueryData(namesQuery),
    ]);
  },
  pendingComponent: () => <ListSkeleton narrow {...frame} />,
  component: NeedsYou,
});

function NeedsYou() {
  const me = useSuspenseQuery(meQuery).data;
  return (
    <Page narrow {...frame}>
      <NeedsList admin={isAdmin(me)} />
    </Page>
  );
}
