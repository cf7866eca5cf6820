import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { ChartNoAxesColumn } from "lucide-react";
import { isAdmin, meQuery } from "@/api/me";
import { namesQuery } from "@/api/names";
import { usageQuery } from "@/api/usage";
import { EmptyState } from "@/components/empty-state";
import { Page } from "@/components/page";
import { lastDays } from "@/features/usage/usage.logic";
import { readUsageSearch } from "@/features/usage/usage-search.logic";
import { UsageSkeleton } from "@/features/usage/usage-skeleton";
import { UsageView } from "@/features/usage/usage-view";
import { titled } from "@/lib/title";

const frame = { title: "Usage", description: "What the models cost, by day, by agent and by contact." };

export const Route = createFileRoute("/_app/usage")({
  validateSearch: readUsageSearch,
  head: () => titled("Usage"),
  // The loader does not depend on the search: another time must not replace the page by a skeleton.
  loader: async ({ context: { queryClient }, location }) => {
    if (!isAdmin(await queryClient.ensureQueryData(meQuery))) return;
    const days = lastDays(readUsageSearch(location.search).days ?? 30, new Date());
    const range = { from: days[0] ?? "", to: days.at(-1) ?? "" };
    await Promise.all([
      queryClient.ensureQueryData(namesQuery),
      // The page itself says what went wrong, and keeps its heading.
      queryClient.prefetchQuery(usageQuery(range)),
    ]);
  },
  pendingComponent: () => (
    <Page narrow {...frame}>
      <UsageSkeleton />
    </Page>
  ),
  component: UsagePage,
});

function UsagePage() {
  const admin = isAdmin(useSuspenseQuery(meQuery).data);
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  if (!admin) {
    return (
      <Page narrow title={frame.title}>
        <EmptyState icon={ChartNoAxesColumn} title="Only admins see what was spent">
          <p>
            Ask an owner or an admin of the team for the figures. What your own chats took stands below each
            answer.
          </p>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page narrow {...frame}>
      <UsageView
        search={search}
        days={lastDays(search.days ?? 30, new Date())}
        onChange={(changed) => void navigate({ search: changed, replace: true })}
      />
    </Page>
  );
}
