import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { namesQuery } from "@/api/names";
import { type TurnFilter, turnsQuery } from "@/api/turns";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { FilterNote } from "@/features/activity/turn-filter";
import { TurnList } from "@/features/activity/turn-list";
import { titled } from "@/lib/title";

const frame = { title: "Activity", description: "What the agents did, the newest first." };

export const Route = createFileRoute("/_app/activity/")({
  validateSearch: (search: Record<string, unknown>): TurnFilter => ({
    ...(search.agent !== undefined && { agent: String(search.agent) }),
    ...(search.thread !== undefined && { thread: String(search.thread) }),
  }),
  loaderDeps: ({ search }) => search,
  head: () => titled("Activity"),
  loader: ({ context: { queryClient }, deps }) =>
    Promise.all([
      queryClient.ensureInfiniteQueryData(turnsQuery(deps)),
      queryClient.ensureQueryData(namesQuery),
    ]),
  pendingComponent: () => <ListSkeleton {...frame} />,
  component: ActivityPage,
});

function ActivityPage() {
  const filter = Route.useSearch();
  const navigate = useNavigate();
  return (
    <Page {...frame}>
      <FilterNote filter={filter} onClear={() => void navigate({ to: "/activity", search: {} })} />
      <TurnList filter={filter} />
    </Page>
  );
}
