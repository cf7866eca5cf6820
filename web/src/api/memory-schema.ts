/** The memory API as it is written on the wire, by hand until the generated schema has it. `types.ts` names what is used. */
export interface MemorySchemas {
  Integrity: "untrusted" | "user" | "operator" | "system";
  Block: {
    id: string;
    scope: string;
    /** Whose own it is; shared by every agent of the scope without one. */
    agent_id?: string | null;
    label: string;
    description: string;
    value: string;
    char_limit: number;
    read_only: boolean;
    version: number;
    integrity: MemorySchemas["Integrity"];
    created_at: string;
    updated_at: string;
  };
  BlockChange: {
    value?: string;
    description?: string;
    char_limit?: number;
    read_only?: boolean;
    version?: number;
  };
  BlockVersion: {
    version: number;
    value: string;
    author: { kind: "member" | "agent" | "system"; id?: string | null; name?: string | null };
    integrity: MemorySchemas["Integrity"];
    created_at: string;
  };
  Passage: {
    id: string;
    scope: string;
    source: string;
    chunk_index: number;
    text: string;
    title?: string | null;
    speaker?: string | null;
    tags: string[];
    thread_id?: string | null;
    contact_id?: string | null;
    agent_id?: string | null;
    document_id?: string | null;
    priority: number;
    integrity: MemorySchemas["Integrity"];
    embedding_model?: string | null;
    occurred_at: string;
    created_at: string;
  };
  NewNote: { text: string; tags?: string[]; scope?: string };
  SearchRequest: {
    query: string;
    scopes?: string[];
    sources?: string[];
    tags?: string[];
    after?: string;
    before?: string;
    limit?: number;
  };
  Why: {
    words: number;
    cosine: number;
    meaning?: number;
    context?: number;
    speaker?: number;
    time?: number;
    answer?: number;
    dated?: number;
  };
  Hit: {
    passage: MemorySchemas["Passage"];
    score: number;
    why: MemorySchemas["Why"];
    /** UTF-16 offsets into the passage's text. */
    highlights: number[][];
    source: { kind: "thread" | "document" | "note" | "summary"; label: string };
  };
  Document: {
    id: string;
    scope: string;
    title: string;
    file_name?: string | null;
    media_type: string;
    bytes: number;
    chunks: number;
    tags: string[];
    integrity: MemorySchemas["Integrity"];
    status: string;
    created_at: string;
  };
  IndexStats: {
    passages: Record<string, number>;
    waiting: { items: number; passages: number };
    embedding: {
      model: string;
      dimensions: number;
      reembedding?: { done: number; total: number } | null;
    };
    index: { bytes: number; budget_bytes: number; scopes: number };
  };
  Summary: {
    id: string;
    thread_id: string;
    from_seq: number;
    to_seq: number;
    item_count: number;
    facts: string[];
    narrative: string;
    fidelity: number;
    tokens: number;
    previous_id?: string | null;
    created_at: string;
  };
  ThreadItem: {
    seq: number;
    kind: string;
    from?: string | null;
    text: string;
    tool?: string | null;
    integrity: MemorySchemas["Integrity"];
    created_at: string;
  };
  ThreadContext: {
    tokens: {
      budget: number;
      instructions: number;
      blocks: number;
      summary: number;
      recent: number;
      memories: number;
    };
    memories: MemorySchemas["Hit"][];
    path: string;
    cached: boolean;
    cached_until?: string | null;
    summary?: MemorySchemas["Summary"] | null;
    blocks: MemorySchemas["Block"][];
  };
}

type Schemas = MemorySchemas;

interface List<Item> {
  items: Item[];
  next_cursor?: string | null;
}

interface Json<Body> {
  content: { "application/json": Body };
}

interface Answer<Body> {
  headers: Record<string, unknown>;
  content: { "application/json": Body };
}

/** A path without parameters has none to give. */
type None = undefined;
type Parameters<Path, Query> = (Path extends None ? { path?: never } : { path: Path }) & { query?: Query };

interface Read<Path, Query, Body> {
  parameters: Parameters<Path, Query>;
  responses: { 200: Answer<Body> };
}

interface Change<Path, Query, Input, Body> {
  parameters: Parameters<Path, Query>;
  requestBody: Json<Input>;
  responses: { 200: Answer<Body> };
}

interface Act<Path, Query> {
  parameters: Parameters<Path, Query>;
  responses: { 204: { headers: Record<string, unknown>; content?: never } };
}

type BlockPlace = { scope?: string; agent_id?: string };
type Paged = { limit?: number; cursor?: string };

export interface MemoryPaths {
  "/v1/agent/memory/blocks": { get: Read<None, BlockPlace, List<Schemas["Block"]>> };
  "/v1/agent/memory/blocks/{label}": {
    get: Read<{ label: string }, BlockPlace, Schemas["Block"]>;
    put: Change<{ label: string }, BlockPlace, Schemas["BlockChange"], Schemas["Block"]>;
    delete: Act<{ label: string }, BlockPlace>;
  };
  "/v1/agent/memory/blocks/{label}/versions": {
    get: Read<{ label: string }, BlockPlace & Paged, List<Schemas["BlockVersion"]>>;
  };
  "/v1/agent/memory/blocks/{label}/undo": {
    post: Change<{ label: string }, BlockPlace, { version?: number }, Schemas["Block"]>;
  };
  "/v1/agent/memory/archival": {
    get: Read<None, { scope?: string; tag?: string } & Paged, List<Schemas["Passage"]>>;
    post: Change<None, None, Schemas["NewNote"], { items: Schemas["Passage"][] }>;
  };
  "/v1/agent/memory/search": {
    post: Change<None, None, Schemas["SearchRequest"], { items: Schemas["Hit"][] }>;
  };
  "/v1/agent/memory/passages/{passage_id}/forget": { post: Act<{ passage_id: string }, None> };
  "/v1/rag/documents": { get: Read<None, { scope?: string } & Paged, List<Schemas["Document"]>> };
  "/v1/rag/documents/{document_id}": {
    get: Read<{ document_id: string }, None, Schemas["Document"]>;
    delete: Act<{ document_id: string }, None>;
  };
  "/v1/rag/documents/{document_id}/passages": {
    get: Read<{ document_id: string }, Paged, List<Schemas["Passage"]>>;
  };
  "/v1/rag/stats": { get: Read<None, None, Schemas["IndexStats"]> };
  "/api/threads/{thread_id}/summaries": { get: Read<{ thread_id: string }, Paged, List<Schemas["Summary"]>> };
  "/api/threads/{thread_id}/items": {
    get: Read<
      { thread_id: string },
      { after_seq?: number; before_seq?: number; limit?: number },
      List<Schemas["ThreadItem"]>
    >;
  };
  "/api/threads/{thread_id}/context": { get: Read<{ thread_id: string }, None, Schemas["ThreadContext"]> };
}
