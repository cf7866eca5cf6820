import { queryOptions } from "@tanstack/react-query";
import { contactName } from "@/lib/contact-name";
import { formatDate } from "@/lib/format";
import { client, unwrap } from "./client";
import { keys } from "./keys";

interface NamedAgent {
  id: string;
  name: string;
  /** Whose it is; nothing for the team's own. */
  member_id?: string | null;
  source?: string | null;
  /** What it may spend in a day, where it has a limit of its own. */
  daily_micros?: number | null;
  daily_tokens?: number | null;
}

/** Names for what the API gives only ids of. */
export interface Names {
  agents: NamedAgent[];
  /** With its owner's name where several agents are called the same. */
  agent: (id: string | null | undefined) => string;
  conversation: (threadId: string) => string;
  /** Whose memory a conversation with a contact goes into. */
  contactScope: (threadId: string) => string | undefined;
  /** Nothing for an id that is no contact's. */
  contact: (id: string) => string | undefined;
  /** What any id stands for: a contact, a member, an agent or a conversation. */
  anything: (id: string) => string | undefined;
}

/** More than this many are not looked up; the rest is called by what is known of it. */
const most = 1_000;
const pageSize = 200;

export const namesQuery = queryOptions({
  queryKey: keys.names,
  queryFn: async ({ signal }): Promise<Names> => {
    const [agents, threads, contacts, members, chats] = await Promise.all([
      everything((query) => unwrap(client.GET("/api/agents", { params: { query }, signal }))),
      everything((query) => unwrap(client.GET("/api/threads", { params: { query }, signal }))),
      everything((query) => unwrap(client.GET("/api/contacts", { params: { query }, signal }))),
      everything((query) => unwrap(client.GET("/api/members", { params: { query }, signal }))),
      // Without their titles chats are called by their day: not worth failing a page for.
      everything((query) => unwrap(client.GET("/api/conversations", { params: { query }, signal }))).catch(
        () => [],
      ),
    ]);
    const memberNames = new Map(members.map((member) => [member.id, member.name]));
    const agentNames = namesOfAgents(agents, memberNames);
    const contactNames = new Map(contacts.map((contact) => [contact.id, contactName(contact)]));
    const owners = new Map(agents.map((agent) => [agent.id, memberNames.get(agent.member_id ?? "")]));
    const titles = new Map(chats.map((chat) => [chat.thread_id, chat.title]));
    const threadNames = new Map(
      threads.map((thread) => [
        thread.id,
        titles.get(thread.id) ?? conversationName(thread, contactNames, owners.get(thread.agent_id)),
      ]),
    );
    return {
      agents,
      agent: (id) => agentNames.get(id ?? "") ?? "A deleted agent",
      conversation: (id) => threadNames.get(id) ?? "A conversation",
      contactScope: (id) =>
        threads.find((thread) => thread.id === id && thread.key.startsWith("contact:"))?.key,
      contact: (id) => contactNames.get(id),
      anything: (id) =>
        contactNames.get(id) ?? memberNames.get(id) ?? agentNames.get(id) ?? threadNames.get(id),
    };
  },
  staleTime: 30_000,
  // Two answers of functions are never equal, and comparing them is of no use.
  structuralSharing: false,
});

/** Every member has an agent of the same name as the others': their names tell those apart. */
export function namesOfAgents(
  agents: readonly NamedAgent[],
  members: ReadonlyMap<string, string>,
): Map<string, string> {
  const times = new Map<string, number>();
  for (const { name } of agents) times.set(name, (times.get(name) ?? 0) + 1);
  return new Map(
    agents.map(({ id, name, member_id }) => {
      const owner = members.get(member_id ?? "");
      return [id, owner !== undefined && (times.get(name) ?? 0) > 1 ? `${name} (${owner})` : name];
    }),
  );
}

/** What a conversation is called, from the key that tells an agent's conversations apart. */
export function conversationName(
  { key, created_at }: { key: string; created_at: string },
  contacts: ReadonlyMap<string, string>,
  owner: string | undefined,
): string {
  const [kind, id = ""] = key.split(":", 2);
  const on = formatDate(created_at);
  switch (kind) {
    case "contact":
      return contacts.get(id) ?? "A contact";
    case "main":
      return owner === undefined ? "Main conversation" : `Main conversation of ${owner}`;
    case "chat":
      return owner === undefined ? `Chat of ${on}` : `Chat of ${owner}, ${on}`;
    case "api":
      return `By a program, ${on}`;
    case "debug":
    case "scripted":
      return `Try-out, ${on}`;
    case "schedules":
      return "Schedules";
    default:
      return key;
  }
}

async function everything<Item>(
  ask: (query: { limit: number; cursor?: string }) => Promise<{ items: Item[]; next_cursor?: string | null }>,
): Promise<Item[]> {
  const found: Item[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await ask({ limit: pageSize, ...(cursor && { cursor }) });
    found.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor && found.length < most);
  return found;
}
