import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { isAdmin, meQuery } from "@/api/me";
import { membersQuery } from "@/api/members";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { InviteButton } from "@/features/members/invite-button";
import { MemberList } from "@/features/members/member-list";
import { titled } from "@/lib/title";

const frame = { title: "Members", description: "The people of the team and what each of them may do." };

export const Route = createFileRoute("/_app/settings/members/")({
  head: () => titled("Members", "Settings"),
  loader: ({ context }) => context.queryClient.ensureInfiniteQueryData(membersQuery),
  pendingComponent: () => <ListSkeleton {...frame} />,
  component: Members,
});

function Members() {
  const me = useSuspenseQuery(meQuery).data;
  return (
    <Page {...frame} actions={isAdmin(me) && <InviteButton by={me.member.role} />}>
      <MemberList ownId={me.member.id} />
    </Page>
  );
}
