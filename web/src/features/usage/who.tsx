import { Link } from "@tanstack/react-router";
import type { Names } from "@/api/names";

interface Who {
  kind: string;
  id: string;
}

/** What an agent or a contact is called, as a link to them where they are still there. */
export function WhoLink({ who, names }: { who: Who; names: Names }) {
  const name = nameOf(who, names);
  const style = "rounded-sm text-accent-text hover:underline [overflow-wrap:anywhere]";
  if (who.kind === "agent" && agentOf(who, names)) {
    return (
      <Link to="/agents/$agentId" params={{ agentId: who.id }} className={style}>
        {name}
      </Link>
    );
  }
  if (who.kind === "contact" && names.contact(who.id) !== undefined) {
    return (
      <Link to="/settings/contacts/$contactId" params={{ contactId: who.id }} className={style}>
        {name}
      </Link>
    );
  }
  return <span className="text-muted">{name}</span>;
}

export function nameOf({ kind, id }: Who, names: Names): string {
  if (kind === "program") return "Programs, without an agent";
  return kind === "agent" ? names.agent(id) : (names.contact(id) ?? "A deleted contact");
}

function agentOf({ kind, id }: Who, names: Names) {
  return kind === "agent" ? names.agents.find((agent) => agent.id === id) : undefined;
}
