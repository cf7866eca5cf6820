import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { isAdmin, meQuery } from "@/api/me";
import { orgQuery } from "@/api/org";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { OrganisationForm } from "@/features/organisation/organisation-form";
import { titled } from "@/lib/title";

const frame = { title: "Organisation", description: "The team this Steward works for." };

export const Route = createFileRoute("/_app/settings/organisation")({
  head: () => titled("Organisation", "Settings"),
  loader: ({ context }) => context.queryClient.ensureQueryData(orgQuery),
  pendingComponent: () => <ListSkeleton {...frame} />,
  component: Organisation,
});

function Organisation() {
  const me = useSuspenseQuery(meQuery).data;
  const org = useSuspenseQuery(orgQuery).data;
  return (
    <Page {...frame}>
      <OrganisationForm org={org} editable={isAdmin(me)} />
    </Page>
  );
}
