/**
 * What the accounts' routes take and give, named as the generator names it. These are the hand-written twins of types
 * that `schema.ts` will have.
 */

export interface QueryRequest {
  query: string;
  /** That of the last answer, to go on talking of the same account. */
  session_id?: string | null;
}

export interface ConfirmRequest {
  session_id: string;
  confirmed: boolean;
  /** One of the alternatives, to go on with it instead of a new account. */
  account_id?: string | null;
}

/** What the Starter made of a sentence. */
export interface Starter {
  intent: "search" | "update" | "unclear";
  confidence: number;
  rule: string;
  account_id: string | null;
  account_name: string | null;
  found_by: string | null;
  skill: string | null;
}

/** One thing an agent did on the way to its answer. */
export interface QueryStep {
  tool: string;
  args: Record<string, unknown>;
  summary: string;
  files: string[];
}

export interface Citation {
  path: string;
  line: number;
  end_line: number;
  quote: string;
}

export interface FieldChange {
  field: string;
  old_value: unknown;
  new_value: unknown;
}

export interface AccountChoice {
  account_id: string;
  account_name: string;
  description: string;
}

interface QueryHead {
  message: string;
  session_id: string;
  routed_to: string | null;
  engine: string;
  starter: Starter | null;
  steps: QueryStep[];
}

/** What the Search agent found. */
interface Found {
  answer: string;
  known: boolean;
  citations: Citation[];
  notes: string[];
}

/** The proof of a change. */
interface Changed {
  account_id: string;
  account_name: string;
  created?: boolean;
  changes: FieldChange[];
  files_modified: string[];
  index_updated: boolean;
  new_description: string;
  state_file_path: string;
  history_file_path: string;
  history_entry_id: string;
  previous_history_entry: string | null;
}

type SuccessResponse = QueryHead & { type: "success" } & Partial<Found> & Partial<Changed>;
export type AnswerResponse = QueryHead & { type: "success" } & Found;
export type UpdateResponse = QueryHead & { type: "success" } & Changed;
export type ConfirmationResponse = QueryHead & {
  type: "confirmation_required";
  account_name: string;
  alternatives: AccountChoice[];
  expires_at: string;
};
export type ClarificationResponse = QueryHead & {
  type: "clarification_needed";
  suggestions: string[];
  choices: AccountChoice[];
};
export type RefusedResponse = QueryHead & { type: "error" };

export type QueryResponse = SuccessResponse | ConfirmationResponse | ClarificationResponse | RefusedResponse;

/** A file or a folder below `accounts`. A folder of an account has its name. */
export interface TreeNode {
  name: string;
  path: string;
  kind: "folder" | "file";
  account_name?: string | null;
  size?: number | null;
  children?: TreeNode[];
}

export interface AccountTree {
  path: string;
  children: TreeNode[];
}

export interface AccountFile {
  path: string;
  content: string;
  revision: number;
  sha256: string;
  updated_at: string;
}

export interface AccountSummary {
  id: string;
  name: string;
  stage: string | null;
  industry: string | null;
  location: { city: string; state: string } | null;
  premium: string | null;
  carrier: string | null;
  renewal_date: string | null;
  follow_up_date: string | null;
  updated_at: string | null;
  description: string;
}

/** A file that does not parse. */
export interface AccountProblem {
  path: string;
  line: number;
  reason: string;
}

export interface AccountList {
  accounts: AccountSummary[];
  problems: AccountProblem[];
}

export interface HistoryEntry {
  id: string;
  at: string;
  prose: string;
  changes: FieldChange[];
  evidence: string;
  previous: string | null;
  hash: string;
  line: number;
}

/** Where a history stops being what it was when it was written. */
interface HistoryBreak {
  entry: string | null;
  line: number;
  what: string;
}

export interface AccountSource {
  path: string;
  kind: "email" | "call" | "sms";
  at: string;
  from: string | null;
  to: string | null;
  subject: string | null;
  summary: string | null;
}

export interface AccountDetail {
  id: string;
  state: Record<string, unknown>;
  text: string;
  as_of: string | null;
  verified: { ok: boolean; break: HistoryBreak | null };
  history: HistoryEntry[];
  sources: AccountSource[];
}

interface Gives<Body> {
  responses: { 200: { content: { "application/json": Body } } };
}

/** The routes, in the form the client reads. */
export interface AccountPaths {
  "/query/stream": {
    post: {
      requestBody: { content: { "application/json": QueryRequest } };
      responses: { 200: { content: { "text/event-stream": string } } };
    };
  };
  "/confirm": {
    post: { requestBody: { content: { "application/json": ConfirmRequest } } } & Gives<QueryResponse>;
  };
  "/tree": { get: Gives<AccountTree> };
  "/file": { get: { parameters: { query: { path: string } } } & Gives<AccountFile> };
  "/api/accounts": { get: Gives<AccountList> };
  "/api/accounts/{id}": {
    get: { parameters: { path: { id: string }; query?: { as_of?: string } } } & Gives<AccountDetail>;
  };
}
