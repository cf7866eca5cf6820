import type { ConversationDetail } from "@/api/conversations";
import type {
  Agent,
  AgentConfig,
  AgentDraft,
  ApiKey,
  Approval,
  Consent,
  Contact,
  Conversation,
  DraftCounts,
  Effect,
  Flag,
  FlagName,
  Job,
  Line,
  Me,
  Member,
  Notice,
  Org,
  Schedule,
  Suggestion,
  Turn,
  TurnDetail,
} from "@/api/types";

export const me: Me = {
  member: {
    id: "m-ada",
    name: "Ada Lovelace",
    role: "owner",
    email: "ada@example.com",
    mail_escalations: false,
    phone: "+14155550177",
    text_escalations: false,
  },
  org: { id: "o-1", name: "Harbour" },
  via: "session",
  scopes: ["read", "write", "admin"],
  csrf_token: "csrf-1",
  sends_mail: true,
};

export const plainMember: Me = { ...me, member: { ...me.member, role: "member" }, scopes: ["read", "write"] };

export const org: Org = { id: "o-1", name: "Harbour", created_at: "2026-01-02T03:04:05Z" };

/** A switch that nobody touched. */
export function flagOf(name: FlagName): Flag {
  return {
    name,
    stops: `${name} stop.`,
    enabled: true,
    organisation: true,
    installation: true,
    configuration: true,
    changed_by: null,
    changed_at: null,
    reason: null,
    installation_changed_at: null,
  };
}

export const grace: Member = {
  id: "m-grace",
  name: "Grace Hopper",
  role: "admin",
  identifiers: [{ id: "i-1", kind: "email", value: "grace@example.com" }],
  created_at: "2026-02-03T04:05:06Z",
};

export const apiKey: ApiKey = {
  id: "k-1",
  member_id: "m-ada",
  name: "Nightly import",
  prefix: "stw_abcd",
  scopes: ["read"],
  created_at: "2026-02-03T04:05:06Z",
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
};

export const maria: Contact = {
  id: "c-maria",
  name: "Maria Santos",
  identifiers: [{ id: "i-2", kind: "phone", value: "+14155550188" }],
  forgotten: false,
  answering: "usual",
  answering_agent_id: null,
  created_at: "2026-02-03T04:05:06Z",
};

export const stop: Consent = {
  id: "co-1",
  channel: "sms",
  change: "opted_out",
  how: "keyword",
  line_id: "l-1",
  source: "twilio",
  message: "SM1",
  effect_id: null,
  member_id: null,
  words: "Stop",
  changed_at: "2026-02-03T04:05:06Z",
};

export const frontDesk: Line = {
  id: "l-1",
  kind: "phone",
  address: "+14155550100",
  label: "Front desk",
  provider: "twilio",
  created_at: "2026-02-03T04:05:06Z",
};

export const frontDeskAgent: Agent = {
  id: "a-1",
  member_id: null,
  name: "Front desk agent",
  source: null,
  persona: "Brief.",
  goals: "Answer tenants.",
  instructions: "Promise nothing.",
  optimised_instructions: "Never promise.",
  model: null,
  tools: ["messaging", "mcp_weather"],
  send_mode: "suggest",
  memory_mode: "overlay",
  daily_micros: 2_500_000,
  daily_tokens: null,
  revision: 3,
  created_at: "2026-02-03T04:05:06Z",
};

/** The own agent of the member above. */
export const myAgent: AgentConfig = {
  enabled: true,
  agent_id: "a-own",
  conversation_id: "t-own",
  model: "anthropic:claude",
  system_prompt: "Be brief.",
  preferences: { time_zone: "Europe/Vienna", style: null, language: "German" },
  max_context_tokens: 32_000,
  compaction_threshold: null,
  revision: 4,
};

/** The conversation of the contact above with the agent above. */
export const thread = {
  id: "t-1",
  agent_id: "a-1",
  key: "contact:c-maria",
  state: "idle",
  hold_reason: null,
  turns: 1,
  created_at: "2026-02-03T04:05:06Z",
  active_at: "2026-02-03T04:05:06Z",
};

export const suggestion: Suggestion = {
  id: "su-1",
  thread_id: "t-1",
  turn_id: "turn-1",
  agent_id: "a-1",
  contact_id: "c-maria",
  line_id: "l-1",
  options: [
    { body: "Yes, at five.", confidence: 0.8 },
    { body: "Could you come at six?", confidence: null },
  ],
  kind: "question",
  state: "waiting",
  outdated_by: null,
  picked: null,
  edited: false,
  effect_id: null,
  decided_by: null,
  decided_at: null,
  created_at: "2026-01-05T10:00:00Z",
};

export const noCounts: DraftCounts = {
  offered: 0,
  unchanged: 0,
  first_unchanged: 0,
  edited: 0,
  dismissed: 0,
  outdated: 0,
  waiting: 0,
  answered: 0,
  median_seconds: null,
};

/** The drafts above, of which the first was changed and sent. */
export const editedDraft: AgentDraft = {
  suggestion: {
    ...suggestion,
    state: "sent",
    picked: 0,
    edited: true,
    effect_id: "e-1",
    decided_by: "m-grace",
    decided_at: "2026-01-05T10:04:00Z",
  },
  outcome: "edited",
  sent_text: "Yes, at half past five.",
  delivery: "delivered",
  delivery_reason: null,
  answered_at: "2026-01-05T10:20:00Z",
};

export const approval: Approval = {
  id: "ap-1",
  thread_id: "t-1",
  turn_id: "turn-1",
  agent_id: "a-1",
  tool: "text_contact",
  arguments: { text: "Your parcel is here.", contact_id: "c-maria" },
  edited: false,
  approver: "member",
  rule: "consent",
  asked_at: "2026-02-03T04:05:06Z",
  expires_at: "2099-02-03T04:05:06Z",
  decision: null,
  decided_by: null,
  decided_at: null,
  used_at: null,
};

export const sendInReview: Effect = {
  id: "e-1",
  thread_id: "t-1",
  turn_id: "turn-1",
  agent_id: "a-1",
  contact_id: "c-maria",
  line_id: "l-1",
  class: "asked",
  channel: "sms",
  message: { to: "+14155550188", from: "+14155550100", text: "See you at 5." },
  rule: "R2",
  approval_id: null,
  state: "review",
  reason: null,
  attempts: 1,
  provider_ref: null,
  decided_by: null,
  expires_at: "2099-02-03T04:05:06Z",
  created_at: "2026-02-03T04:05:06Z",
  settled_at: null,
};

export const heldNotice: Notice = {
  id: "n-1",
  kind: "held",
  text: "Turn after turn failed.",
  thread_id: "t-1",
  turn_id: "turn-1",
  created_at: "2026-02-03T04:05:06Z",
  resolved_at: null,
  resolved_by: null,
};

export const deadJob: Job = {
  id: "j-1",
  kind: "archive_idle_threads",
  state: "dead",
  attempt: 8,
  error: "the disk is full",
  run_at: "2026-02-03T04:05:06Z",
  created_at: "2026-02-03T04:05:06Z",
  ended_at: "2026-02-03T05:05:06Z",
};

export const turn: Turn = {
  id: "turn-1",
  thread_id: "t-1",
  agent_id: "a-1",
  no: 4,
  state: "done",
  outcome: "completed",
  model: "offline",
  workers: 1,
  steps: 2,
  input_tokens: 1200,
  output_tokens: 34,
  cost_micros: 45_000,
  started_at: "2026-02-03T04:05:06Z",
  ended_at: "2026-02-03T04:05:08Z",
};

const told = "2026-02-03T04:05:06Z";

export const turnDetail: TurnDetail = {
  turn,
  steps: [
    {
      no: 1,
      kind: "model",
      status: "done",
      attempt: 2,
      result: {
        text: '{"messages":["Let me look."],"tool_calls":[{"name":"read_history","args":{"limit":3}}]}',
        thinking: "",
        tool_calls: [],
      },
      error: null,
      input_tokens: 1000,
      output_tokens: 20,
      cost_micros: 40_000,
      latency_ms: 900,
      started_at: told,
    },
    {
      no: 2,
      kind: "tools",
      status: "done",
      attempt: 1,
      result: { reports: [{ call_id: "c1", end: { end: "done", content: "#1 user: Hello" } }] },
      error: null,
      input_tokens: 0,
      output_tokens: 0,
      cost_micros: 0,
      latency_ms: 4,
      started_at: told,
    },
    {
      no: 3,
      kind: "look",
      status: "done",
      attempt: 1,
      result: { inputs: [] },
      error: null,
      input_tokens: 0,
      output_tokens: 0,
      cost_micros: 0,
      latency_ms: 0,
      started_at: told,
    },
  ],
  artifacts: [
    { key: "setup", value: { model: "offline" }, visibility: "internal", created_at: told },
    { key: "user", value: { text: "What is new?" }, visibility: "team", created_at: told },
    {
      key: "tool_call",
      value: { id: "c1", name: "read_history", arguments: { limit: 3 } },
      visibility: "team",
      created_at: told,
    },
    {
      key: "tool_call",
      value: { id: "c2", name: "text_contact", arguments: {} },
      visibility: "team",
      created_at: told,
    },
    {
      key: "tool_output",
      value: { call_id: "c2", content: "The arguments do not fit.", outcome: "failed" },
      visibility: "team",
      created_at: told,
    },
    { key: "assistant", value: { text: "Nothing is new." }, visibility: "team", created_at: told },
  ],
  stats: { model_calls: 1, tool_calls: 1, failed_calls: 0, retries: 1, duration_ms: 2000 },
};

export const morningRound: Schedule = {
  id: "s-1",
  agent_id: "a-1",
  name: "Morning round",
  cron: "0 9 * * 1-5",
  zone: "Europe/Berlin",
  text: "Look at what came in.",
  misfire: "run_once",
  enabled: true,
  next_at: "2099-02-03T08:00:00Z",
  next_runs: [{ at: "2099-02-03T08:00:00Z", local: "2099-02-03T09:00:00+01:00" }],
  last_at: null,
  missed: 2,
  revision: 7,
  created_by: "m-ada",
  made_in: null,
  created_at: "2026-02-03T04:05:06Z",
};

/** A chat of the member above with the agent above. */
export const aChat: Conversation = {
  id: "chat-1",
  thread_id: "t-chat",
  agent_id: "a-1",
  title: "The boiler",
  running: false,
  created_at: "2026-02-03T04:05:06Z",
  active_at: "2026-02-03T04:05:06Z",
};

export const chatDetail: ConversationDetail = {
  conversation: aChat,
  messages: [
    {
      id: "u-1",
      role: "user",
      metadata: { createdAt: told },
      parts: [{ type: "text", text: "Is it mended?" }],
    },
    {
      id: "turn-1",
      role: "assistant",
      metadata: { createdAt: told },
      parts: [{ type: "text", text: "It is **mended**.", state: "done" }],
    },
  ],
  earlier: null,
};
