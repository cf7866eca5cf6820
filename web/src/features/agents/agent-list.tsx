import { useQuery, useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bot, ChevronRight } from "lucide-react";
import { agentsQuery } from "@/api/agents";
import { meQuery } from "@/api/me";
import { namesQuery } from "@/api/names";
import type { Agent } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { LoadMore } from "@/components/load-more";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { List, ListRow } from "@/components/ui/list";

export function AgentList() {
  const list = useSuspenseInfiniteQuery(agentsQuery);
  const agents = list.data.pages.flatMap((page) => page.items);
  if (agents.length === 0) {
    return (
      <EmptyState icon={Bot} title="No agents">
        <p>
          An agent answers for the team, with a persona, instructions and tools. Agents an admin adds appear
          here.
        </p>
      </EmptyState>
    );
  }
  return (
    <>
      <List label="Agents">
        {agents.map((agent) => (
          <AgentRow key={agent.id} agent={agent} />
        ))}
      </List>
      <LoadMore {...list} />
    </>
  );
}

function AgentRow({ agent }: { agent: Agent }) {
  return (
    <ListRow
      className="transition-colors hover:bg-hover"
      icon={<Avatar name={agent.name} />}
      title={
        <>
          <Link
            to="/agents/$agentId"
            params={{ agentId: agent.id }}
            className="outline-none after:absolute after:inset-0 focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {agent.name}
          </Link>
          {agent.send_mode === "autonomous" ? (
            <Badge tone="warning">Sends by itself</Badge>
          ) : (
            <Badge>Suggests</Badge>
          )}
          {agent.member_id && <Owner id={agent.member_id} />}
        </>
      }
      detail={<span className="line-clamp-1">{agent.goals || "No goals yet"}</span>}
      meta={agent.model ?? "Usual model"}
      actions={<ChevronRight aria-hidden className="size-4 text-faint" />}
    />
  );
}

/** Whose own agent it is: those of all members are called the same. */
function Owner({ id }: { id: string }) {
  const me = useQuery(meQuery).data;
  const names = useQuery(namesQuery).data;
  if (id === me?.member.id) {
    return <Badge tone="accent">Your own</Badge>;
  }
  return <Badge>Of {names?.anything(id) ?? "a member"}</Badge>;
}
