import type {
  Block,
  BlockVersion,
  Hit,
  IndexStats,
  MemoryDocument,
  Passage,
  Summary,
  ThreadContext,
  ThreadItem,
} from "@/api/types";

const told = "2026-02-03T04:05:06Z";

export const persona: Block = {
  id: "b-1",
  scope: "member",
  agent_id: null,
  label: "persona",
  description: "Who the agent is.",
  value: "I am a helpful AI assistant.",
  char_limit: 5000,
  read_only: true,
  version: 1,
  integrity: "system",
  created_at: told,
  updated_at: told,
};

export const human: Block = {
  ...persona,
  id: "b-2",
  label: "human",
  description: "What is known of the person.",
  value: "Likes tea.\nWorks at the harbour.",
  read_only: false,
  version: 3,
  integrity: "untrusted",
};

export const humanVersions: BlockVersion[] = [
  {
    version: 3,
    value: human.value,
    author: { kind: "agent", id: "a-1", name: "Front desk agent" },
    integrity: "untrusted",
    created_at: told,
  },
  {
    version: 2,
    value: "Likes coffee.\nWorks at the harbour.",
    author: { kind: "member", id: "m-ada", name: "Ada Lovelace" },
    integrity: "user",
    created_at: told,
  },
  { version: 1, value: "", author: { kind: "system" }, integrity: "system", created_at: told },
];

export const teaNote: Passage = {
  id: "p-1",
  scope: "member",
  source: "archival",
  chunk_index: 0,
  text: "The tea is kept in the kitchen.",
  title: null,
  speaker: null,
  tags: ["kitchen", "supplies"],
  thread_id: null,
  contact_id: null,
  agent_id: null,
  document_id: null,
  priority: 0,
  integrity: "user",
  embedding_model: "static",
  occurred_at: told,
  created_at: told,
};

export const lease: MemoryDocument = {
  id: "d-1",
  scope: "org",
  title: "Lease of 2026",
  file_name: "lease.pdf",
  media_type: "application/pdf",
  bytes: 81_234,
  chunks: 2,
  tags: ["lease"],
  integrity: "user",
  status: "ready",
  created_at: told,
};

export const leasePassages: Passage[] = ["The rent is due on the first.", "Pets are welcome."].map(
  (text, chunk_index) => ({
    ...teaNote,
    id: `p-d-${chunk_index}`,
    scope: "org",
    source: "document",
    chunk_index,
    text,
    title: "Lease of 2026",
    tags: ["lease"],
    document_id: "d-1",
  }),
);

export const noReason: Hit["why"] = {
  words: 0,
  meaning: 0,
  cosine: 0,
  context: 0,
  speaker: 0,
  time: 0,
  answer: 0,
  dated: 0,
  asks: 0,
};

export const teaHit: Hit = {
  passage: teaNote,
  score: 4.2,
  why: { ...noReason, words: 1, meaning: 0.5 },
  highlights: [[4, 7]],
  source: { kind: "note", label: "A note" },
};

export const stats: IndexStats = {
  passages: { message: 1200, archival: 1, document: 2, summary: 0 },
  waiting: { items: 0, files: 0, passages: 0 },
  embedding: { model: "static-256", dimensions: 256, reembedding: null },
  index: { bytes: 12_000_000, budget_bytes: 256_000_000, scopes: 3 },
};

export const summary: Summary = {
  id: "s-1",
  thread_id: "t-1",
  from_seq: 1,
  to_seq: 40,
  item_count: 40,
  facts: ["Maria lives in 4B.", "Her lease ends in May."],
  narrative: "Maria asked about her lease.",
  fidelity: 0.96,
  tokens: 120,
  previous_id: null,
  created_at: told,
};

export const threadItems: ThreadItem[] = [
  {
    seq: 1,
    kind: "user",
    from: "Maria Santos",
    text: "When does my lease end?",
    tool: null,
    integrity: "untrusted",
    created_at: told,
  },
  {
    seq: 2,
    kind: "tool_call",
    from: null,
    text: "lease 4B",
    tool: "read_history",
    integrity: "system",
    created_at: told,
  },
  {
    seq: 3,
    kind: "assistant",
    from: null,
    text: "In May.",
    tool: null,
    integrity: "system",
    created_at: told,
  },
];

export const context: ThreadContext = {
  tokens: {
    budget: 8000,
    instructions: 900,
    tools: 500,
    files: 100,
    blocks: 300,
    summary: 120,
    recent: 2000,
    memories: 180,
  },
  memories: [
    {
      ...teaHit,
      passage: { ...teaNote, id: "p-2", source: "message", text: "The tea is green.", thread_id: "t-1" },
      source: { kind: "thread", label: "Maria Santos" },
    },
  ],
  path: "fast",
  cached: true,
  cached_until: "2026-02-03T04:10:06Z",
  summary,
  blocks: [persona, human],
};
