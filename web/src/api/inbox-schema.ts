import type { components } from "./schema";

/**
 * The inbox as the server speaks of it, written by hand until docs/openapi.json has it: then `schema.ts` has the same
 * names, and this file goes.
 */
interface List<Item> {
  items: Item[];
  next_cursor?: string | null;
}

export interface InboxThread {
  thread_id: string;
  contact_id: string;
  contact_name?: string | null;
  agent_id: string;
  agent_name: string;
  line_id?: string | null;
  line_label?: string | null;
  last?: { direction: "in" | "out"; text_excerpt?: string | null; at: string; by: InboxAuthor } | null;
  unread: number;
  opted_out: boolean;
  escalated: boolean;
  held: boolean;
  taken_over_by?: { member_id: string; name: string } | null;
  waiting_suggestion: boolean;
  active_at: string;
}

type InboxAuthor = "contact" | "agent" | "member";

export interface InboxDetail {
  thread: InboxThread;
  reply_line?: { line_id: string; label: string; address: string } | null;
  can_send: boolean;
  cannot_send_reason?: string | null;
}

export interface InboxMessage {
  id: string;
  direction: "in" | "out";
  text?: string | null;
  at: string;
  by: InboxAuthor;
  member_id?: string | null;
  agent_id?: string | null;
  line_id?: string | null;
  effect_id?: string | null;
  delivery?: components["schemas"]["EffectState"] | null;
  delivery_reason?: string | null;
  skipped?: "opted_out" | "media_only" | "no_agent" | "taken_over" | "keyword" | null;
  ai_origin?: "agent" | "suggestion" | "suggestion_edited" | null;
  segments?: number | null;
}

interface Answer<Body> {
  content: { "application/json": Body };
}

interface Page {
  limit?: number;
  cursor?: string;
}

interface OfThread {
  path: { thread_id: string };
}

export interface InboxPaths {
  "/api/inbox": {
    get: {
      parameters: { query?: Page & { filter?: "all" | "unread" | "needs_you" } };
      responses: { 200: Answer<List<InboxThread>> };
    };
  };
  "/api/inbox/{thread_id}": {
    get: { parameters: OfThread; responses: { 200: Answer<InboxDetail> } };
  };
  "/api/inbox/{thread_id}/messages": {
    get: {
      parameters: OfThread & { query?: Page };
      responses: { 200: Answer<List<InboxMessage>> };
    };
    post: {
      parameters: OfThread;
      requestBody: Answer<{ text: string; client_id: string }>;
      responses: { 201: Answer<InboxMessage> };
    };
  };
  "/api/inbox/{thread_id}/read": {
    post: {
      parameters: OfThread;
      requestBody: Answer<{ up_to: string }>;
      responses: { 200: Answer<InboxThread> };
    };
  };
  "/api/inbox/{thread_id}/take-over": {
    post: { parameters: OfThread; responses: { 200: Answer<InboxThread> } };
  };
  "/api/inbox/{thread_id}/hand-back": {
    post: { parameters: OfThread; responses: { 200: Answer<InboxThread> } };
  };
}
