import { queryOptions } from "@tanstack/react-query";
import { contactName } from "@/lib/contact-name";
import { client, unwrap } from "./client";
import { keys } from "./keys";

interface NamedAgent {
  id: string;
  name: string;
  source?: string | null;
  /** What it may spend in a day, where it has a limit of its own. */
  daily_micros?: number | null;
  daily_tokens?: number | null;
}

/** Names for what the API gives only ids of. */
export interface Names {
  agents: NamedAgent[];
  agent: (id: string | null | undefined) => string;
  conversation: (threadId: string) => string;
  /** Whose memory a conversation with a contact goes into. */
  contactScope: (threadId: string) => string | undefined;
  /** Nothing for an id that is no contact's. */
  contact: (id: string) => string | undefined;
}

/** More than this many are not looked up; the rest is called by what is known of it. */
const most = 1_000;
const pageSize = 200;

export const namesQuery = queryOptions({
  queryKey: keys.names,
  queryFn: async ({ signal }): Promise<Names> => {
    const [agents, threads, contacts] = await Promise.all([
      everything((query) => unwrap(client.GET("/api/agents", { params: { query }, signal }))),
      everything((query) => unwrap(client.GET("/api/threads", { params: { query }, signal }))),
      everything((query) => unwrap(client.GET("/api/contacts", { params: { query }, signal }))),
    ]);
    const agentNames = new Map(agents.map((agent) => [agent.id, agent.name]));
    const contactNames = new Map(contacts.map((contact) => [contact.id, contactName(contact)]));
    const threadNames = new Map(
      threads.map((thread) => [thread.id, conversationName(thread.key, contactNames)]),
    );
    return {
      agents,
      agent: (id) => agentNames.get(id ?? "") ?? "A deleted agent",
      conversation: (id) => threadNames.get(id) ?? "A conversation",
      contactScope: (id) =>
        threads.find((thread) => thread.id === id && thread.key.startsWith("contact:"))?.key,
      contact: (id) => contactNames.get(id),
    };
  },
  staleTime: 30_000,
  // Two answers of functions are never equal, and comparing them is of no use.
  structuralSharing: false,
});

/** What a conversation is called, from the key that tells an agent's conversations apart. */
export function conversationName(key: string, contacts: ReadonlyMap<string, string>): string {
  const [kind, id = ""] = key.split(":", 2);
  switch (kind) {
    case "contact":
      return contacts.get(id) ?? "A contact";
    case "debug":
    case "scripted":
      return "Try-out";
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
