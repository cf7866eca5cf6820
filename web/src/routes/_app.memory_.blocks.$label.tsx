import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { blockQuery, blockVersionsQuery } from "@/api/memory";
import { namesQuery } from "@/api/names";
import type { BlockPlace } from "@/api/types";
import { BackLink } from "@/components/back-link";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { BlockHistory } from "@/features/memory/block-history";
import { scopeOf } from "@/features/memory/scope.logic";
import { titled } from "@/lib/title";

interface BlockSearch {
  scope?: string;
  agent?: string;
  version?: number;
}

export const Route = createFileRoute("/_app/memory_/blocks/$label")({
  validateSearch: ({ scope, agent, version }: Record<string, unknown>): BlockSearch => ({
    ...(scopeOf(scope) !== undefined && { scope: String(scope) }),
    ...(agent !== undefined && { agent: String(agent) }),
    ...(Number.isSafeInteger(version) && { version: Number(version) }),
  }),
  // The version is not among them: choosing one loads nothing.
  loaderDeps: ({ search: { scope, agent } }) => ({ scope, agent }),
  head: ({ params }) => titled(params.label, "Memory"),
  // Fetched anew each time, so that a block that is gone is not shown from the cache.
  loader: ({ context: { queryClient }, params: { label }, deps }) =>
    Promise.all([
      queryClient.fetchQuery(blockQuery(placeOf(label, deps))),
      queryClient.ensureInfiniteQueryData(blockVersionsQuery(placeOf(label, deps))),
      queryClient.ensureQueryData(namesQuery),
    ]),
  pendingComponent: () => <ListSkeleton title="Block" />,
  component: BlockPage,
});

function BlockPage() {
  const { label } = Route.useParams();
  const search = Route.useSearch();
  const block = useSuspenseQuery(blockQuery(placeOf(label, search))).data;
  const back = search.scope === undefined ? {} : { scope: search.scope };
  return (
    <Page
      title={label}
      description={block.description || "Every version of this block."}
      back={
        <BackLink to="/memory/blocks" search={back}>
          Blocks
        </BackLink>
      }
    >
      <BlockHistory block={block} chosen={search.version} />
    </Page>
  );
}

function placeOf(label: string, { scope = "member", agent }: BlockSearch): BlockPlace {
  return { label, scope, agentId: agent ?? null };
}
