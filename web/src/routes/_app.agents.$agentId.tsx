import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { useState } from "react";
import { agentQuery } from "@/api/agents";
import { isAdmin, meQuery } from "@/api/me";
import type { Agent } from "@/api/types";
import { BackLink } from "@/components/back-link";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { buttonStyle } from "@/components/ui/button";
import { AgentForm } from "@/features/agents/agent-form";
import { AgentLines } from "@/features/agents/agent-lines";
import { DeleteAgent } from "@/features/agents/delete-agent";
import { DraftRecord } from "@/features/agents/draft-record";
import { ResetAgent } from "@/features/agents/reset-agent";
import { TryPanel } from "@/features/agents/try-panel";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/agents/$agentId")({
  // Fetched anew each time, so that an agent who is gone is not shown from the cache.
  loader: ({ context, params }) => context.queryClient.fetchQuery(agentQuery(params.agentId)),
  head: ({ loaderData }) => titled(loaderData?.name ?? "Agent", "Agents"),
  pendingComponent: () => <ListSkeleton title="Agent" />,
  component: AgentPage,
});

function AgentPage() {
  const { agentId } = Route.useParams();
  const admin = isAdmin(useSuspenseQuery(meQuery).data);
  const agent = useSuspenseQuery(agentQuery(agentId)).data;
  const [form, renewForm] = useFormAgent(agent);
  return (
    <Page
      title={agent.name}
      back={<BackLink to="/agents">Agents</BackLink>}
      actions={
        <>
          <Link to="." hash="drafts" className={buttonStyle()}>
            Drafts
          </Link>
          <Link to="/memory/blocks" search={{ scope: `agent:${agentId}` }} className={buttonStyle()}>
            Memory
          </Link>
          <Link to="/activity" search={{ agent: agentId }} className={buttonStyle()}>
            Activity
          </Link>
        </>
      }
    >
      <div className="grid max-w-7xl items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <AgentForm key={form.revision} agent={form} editable={admin} onOutdated={renewForm} />
        <div className="flex min-w-0 flex-col gap-6 xl:sticky xl:top-4">
          <AgentLines agent={agent} />
          <TryPanel agent={agent} admin={admin} />
        </div>
        <div id="drafts" className="min-w-0 scroll-mt-4 xl:col-span-2">
          <DraftRecord agent={agent} />
        </div>
        {admin && agent.source && <ResetAgent agent={agent} onReset={renewForm} />}
        {admin && <DeleteAgent agent={agent} />}
      </div>
    </Page>
  );
}

/** The form keeps what it began with: somebody else's change must not take away what is being typed. */
function useFormAgent(agent: Agent): [Agent, () => void] {
  const cache = useQueryClient();
  const [form, setForm] = useState(agent);
  const renew = () => {
    void cache.fetchQuery(agentQuery(agent.id)).then(setForm);
  };
  return [form.id === agent.id ? form : agent, renew];
}
