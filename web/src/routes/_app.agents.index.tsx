import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { agentsQuery } from "@/api/agents";
import { isAdmin, meQuery } from "@/api/me";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { AgentList } from "@/features/agents/agent-list";
import { CreateAgentButton } from "@/features/agents/create-agent-button";
import { titled } from "@/lib/title";

const frame = { title: "Agents", description: "Who answers for the team, and what each of them may do." };

export const Route = createFileRoute("/_app/agents/")({
  head: () => titled("Agents"),
  loader: ({ context }) => context.queryClient.ensureInfiniteQueryData(agentsQuery),
  pendingComponent: () => <ListSkeleton {...frame} />,
  component: Agents,
});

function Agents() {
  const me = useSuspenseQuery(meQuery).data;
  return (
    <Page {...frame} actions={isAdmin(me) && <CreateAgentButton />}>
      <AgentList />
    </Page>
  );
}
