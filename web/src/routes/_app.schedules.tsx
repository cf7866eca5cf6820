import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { isAdmin, meQuery } from "@/api/me";
import { namesQuery } from "@/api/names";
import { schedulesQuery } from "@/api/schedules";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { CreateScheduleButton } from "@/features/schedules/create-schedule-button";
import { ScheduleList } from "@/features/schedules/schedule-list";
import { titled } from "@/lib/title";

const frame = { title: "Schedules", description: "Times at which an agent is told something." };

export const Route = createFileRoute("/_app/schedules")({
  head: () => titled("Schedules"),
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureInfiniteQueryData(schedulesQuery),
      queryClient.ensureQueryData(namesQuery),
    ]),
  pendingComponent: () => <ListSkeleton {...frame} />,
  component: Schedules,
});

function Schedules() {
  const admin = isAdmin(useSuspenseQuery(meQuery).data);
  return (
    <Page {...frame} actions={admin && <CreateScheduleButton />}>
      <ScheduleList admin={admin} />
    </Page>
  );
}
