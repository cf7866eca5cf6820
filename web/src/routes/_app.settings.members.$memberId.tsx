import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { isAdmin, meQuery } from "@/api/me";
import { memberQuery } from "@/api/members";
import { BackLink } from "@/components/back-link";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { DeleteMember } from "@/features/members/delete-member";
import { MemberForm } from "@/features/members/member-form";
import { MemberIdentifiers } from "@/features/members/member-identifiers";
import { SignInLinkSection } from "@/features/members/sign-in-link";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/settings/members/$memberId")({
  // Fetched anew each time, so that a member who is gone is not shown from the cache.
  loader: ({ context, params }) => context.queryClient.fetchQuery(memberQuery(params.memberId)),
  head: ({ loaderData }) => titled(loaderData?.name ?? "Member", "Members", "Settings"),
  pendingComponent: () => <ListSkeleton title="Member" />,
  component: MemberPage,
});

function MemberPage() {
  const { memberId } = Route.useParams();
  const me = useSuspenseQuery(meQuery).data;
  const member = useSuspenseQuery(memberQuery(memberId)).data;
  // Only an owner touches an owner, and nobody deletes themselves here.
  const editable = isAdmin(me) && (member.role !== "owner" || me.member.role === "owner");
  return (
    <Page title={member.name} back={<BackLink to="/settings/members">Members</BackLink>}>
      {editable && <MemberForm member={member} by={me.member.role} />}
      <MemberIdentifiers member={member} editable={editable} />
      {editable && <SignInLinkSection member={member} />}
      {editable && member.id !== me.member.id && <DeleteMember member={member} />}
    </Page>
  );
}
