import { HttpResponse, http } from "msw";
import type { InboxDetail, InboxMessage, InboxThread } from "@/api/types";
import { page, server } from "./server";

/** The conversation of `thread`, as the inbox lists it. */
export const mariaThread: InboxThread = {
  thread_id: "t-1",
  contact_id: "c-maria",
  contact_name: "Maria Santos",
  agent_id: "a-1",
  agent_name: "Front desk agent",
  line_id: "l-1",
  line_label: "Front desk",
  last: {
    direction: "in",
    text_excerpt: "Is it mended?",
    at: "2026-02-03T14:05:06Z",
    by: "contact",
    member_id: null,
    files: 0,
  },
  unread: 0,
  opted_out: false,
  answering: "usual",
  answering_agent_name: null,
  escalated: false,
  held: false,
  taken_over_by: null,
  waiting_suggestion: false,
  active_at: "2026-02-03T14:05:06Z",
};

export const omarThread: InboxThread = {
  ...mariaThread,
  thread_id: "t-2",
  contact_id: "c-omar",
  contact_name: "Omar Haddad",
  last: {
    direction: "out",
    text_excerpt: "See you at five.",
    at: "2026-02-03T12:05:06Z",
    by: "agent",
    member_id: null,
    files: 0,
  },
  active_at: "2026-02-03T12:05:06Z",
};

export const mariaDetail: InboxDetail = {
  thread: mariaThread,
  reply_line: { line_id: "l-1", label: "Front desk", address: "+14155550100" },
  can_send: true,
  cannot_send_reason: null,
};

export const questionIn: InboxMessage & { text: string } = {
  id: "e-in",
  direction: "in",
  text: "Is it mended?",
  at: "2026-02-02T14:05:06Z",
  by: "contact",
  member_id: null,
  agent_id: null,
  line_id: "l-1",
  effect_id: null,
  delivery: null,
  delivery_reason: null,
  waits_until: null,
  carrier_said: null,
  skipped: null,
  files: [],
  ai_origin: null,
  segments: 1,
};

export const answerOut: InboxMessage = {
  ...questionIn,
  id: "e-out",
  direction: "out",
  text: "It is, since noon.",
  at: "2026-02-03T14:05:06Z",
  by: "agent",
  agent_id: "a-1",
  effect_id: "f-1",
  delivery: "delivered",
  ai_origin: "agent",
};

/** A server with these conversations. What is done to the first is kept in `calls`, as the path's end and the body. */
export function serveInbox(messages: InboxMessage[] = [answerOut, questionIn], detail = mariaDetail) {
  const kept = { detail, messages, calls: [] as [string, unknown][] };
  server.use(
    http.get("*/api/inbox", ({ request }) => {
      const filter = new URL(request.url).searchParams.get("filter");
      const threads = [kept.detail.thread, omarThread];
      return page(filter === "unread" ? threads.filter(({ unread }) => unread > 0) : threads);
    }),
    http.get("*/api/inbox/t-1", () => HttpResponse.json(kept.detail)),
    http.get("*/api/inbox/t-2", () => HttpResponse.json({ ...mariaDetail, thread: omarThread })),
    http.get("*/api/inbox/t-1/messages", () => page(kept.messages)),
    http.get("*/api/inbox/t-2/messages", () => page([])),
    http.get("*/api/turns", () => page([])),
    http.get("*/api/threads/:id/summaries", () => page([])),
    http.get("*/v1/agent/memory/blocks", () => page([])),
    http.post("*/api/inbox/t-1/:act", async ({ request, params }) => {
      const body = await request.text();
      kept.calls.push([String(params.act), body ? JSON.parse(body) : null]);
      return HttpResponse.json(params.act === "messages" ? answerOut : kept.detail.thread);
    }),
  );
  return kept;
}
