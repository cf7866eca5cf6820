import { createFileRoute, Outlet } from "@tanstack/react-router";
import { Page } from "@/components/page";
import { IndexStatus } from "@/features/memory/index-status";
import { MemoryTabs } from "@/features/memory/memory-tabs";
import { scopeOf } from "@/features/memory/scope.logic";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/memory")({
  validateSearch: (search: Record<string, unknown>): { scope?: string } => {
    const scope = scopeOf(search.scope);
    return scope === undefined ? {} : { scope };
  },
  head: () => titled("Memory"),
  component: MemoryPage,
});

function MemoryPage() {
  const { scope } = Route.useSearch();
  return (
    <Page
      narrow
      title="Memory"
      description="What the agents know of the team and its contacts, and where it came from."
    >
      <MemoryTabs scope={scope} />
      <Outlet />
      <div className="mt-auto">
        <IndexStatus />
      </div>
    </Page>
  );
}
