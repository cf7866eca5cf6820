import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { flagsQuery } from "@/api/flags";
import { isAdmin, meQuery } from "@/api/me";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { FlagList } from "@/features/flags/flag-list";
import { MainSwitch } from "@/features/flags/main-switch";
import { titled } from "@/lib/title";

const frame = {
  title: "Switches",
  description:
    "Stop what agents do, for the whole organisation, within a second. Each change is on the record.",
};

export const Route = createFileRoute("/_app/settings/flags")({
  head: () => titled("Switches", "Settings"),
  loader: ({ context }) => context.queryClient.ensureQueryData(flagsQuery),
  pendingComponent: () => <ListSkeleton {...frame} />,
  component: Switches,
});

function Switches() {
  const editable = isAdmin(useSuspenseQuery(meQuery).data);
  const flags = useSuspenseQuery(flagsQuery).data.items;
  const agents = flags.find((flag) => flag.name === "agents");
  return (
    <Page {...frame}>
      {agents && <MainSwitch flag={agents} editable={editable} />}
      <FlagList flags={flags.filter((flag) => flag !== agents)} editable={editable} />
      {!editable && <p className="text-muted">An owner or an admin can change these.</p>}
    </Page>
  );
}
