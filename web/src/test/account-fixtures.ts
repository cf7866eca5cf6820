import type {
  Account,
  AccountAnswer,
  AccountFile,
  AccountList,
  AccountNode,
  AccountRow,
  AccountTree,
  ChangeAnswer,
  ClarificationAnswer,
  ConfirmationAnswer,
  FoundAnswer,
  Starter,
} from "@/api/types";

const starter: Starter = {
  intent: "search",
  confidence: 0.93,
  rule: "it begins with a question word",
  account_id: "29041",
  account_name: "Maple Avenue Dental",
  found_by: "exact name",
  skill: "search",
};

const head = {
  message: "",
  session_id: "s-1",
  routed_to: "search_agent" as const,
  engine: "offline",
  starter,
  steps: [
    { tool: "lookup_account", args: { name: "Maple Avenue Dental" }, summary: "1 account", files: [] },
    {
      tool: "read_file",
      args: { path: "accounts/29041/state.md" },
      summary: "5 lines",
      files: ["accounts/29041/state.md"],
    },
  ],
};

export const answer: FoundAnswer = {
  ...head,
  type: "success",
  answer: "The stage is Quoted.",
  known: true,
  citations: [{ path: "accounts/29041/state.md", line: 4, end_line: 4, quote: "stage: Quoted" }],
  notes: ["An email says the same."],
};

export const notKnown: FoundAnswer = {
  ...answer,
  answer: "Nothing on file says so.",
  known: false,
  citations: [],
  notes: [],
};

export const update: ChangeAnswer = {
  ...head,
  type: "success",
  message: "Updated Maple Avenue Dental.",
  routed_to: "updater_agent",
  starter: { ...starter, intent: "update", skill: "update" },
  account_id: "29041",
  account_name: "Maple Avenue Dental",
  changes: [
    { field: "stage", old_value: "Quote Pitched", new_value: "Quoted" },
    { field: "premium", old_value: null, new_value: 2600 },
  ],
  files_modified: ["accounts/29041/state.md", "accounts/29041/history.md"],
  index_updated: true,
  new_description: "A dental practice, quoted at $2,600.",
  state_file_path: "accounts/29041/state.md",
  history_file_path: "accounts/29041/history.md",
  history_entry_id: "2026-11-16T00:10:00.123456Z",
  previous_history_entry: "2026-10-01T09:00:00Z",
};

export const confirmation: ConfirmationAnswer = {
  ...head,
  type: "confirmation_required",
  message: "There is no such account.",
  session_id: "s-2",
  account_name: "New Company LLC",
  alternatives: [{ account_id: "29050", account_name: "New Company Inc", description: "A shop in Austin." }],
  expires_at: "2099-01-01T00:00:00Z",
};

export const clarification: ClarificationAnswer = {
  ...head,
  type: "clarification_needed",
  message: "Several accounts are called Sunny Days.",
  suggestions: ["What is the premium of Sunny Days Childcare?"],
  choices: [
    { account_id: "29003", account_name: "Sunny Days Childcare", description: "Waco, TX" },
    { account_id: "29017", account_name: "Sunny Days Early Learning", description: "Columbus, OH" },
  ],
};

export const refused: AccountAnswer = {
  ...head,
  type: "error",
  message: "A premium is not negative. Nothing was changed.",
};

/** The events of a response, as the server streams them. */
export function streamOf(response: AccountAnswer): string {
  const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  const steps = response.steps.map((step) => event("step", step));
  return [event("starter", response.starter), ...steps, event("done", response)].join("");
}

export function folderOf(id: string, name: string): AccountNode {
  const path = `accounts/${id}`;
  const email = `${path}/sources/emails/1.md`;
  return {
    name: id,
    path,
    kind: "folder",
    account_name: name,
    children: [
      { name: "state.md", path: `${path}/state.md`, kind: "file", children: [] },
      {
        name: "sources",
        path: `${path}/sources`,
        kind: "folder",
        children: [
          {
            name: "emails",
            path: `${path}/sources/emails`,
            kind: "folder",
            children: [{ name: "1.md", path: email, kind: "file", children: [] }],
          },
        ],
      },
    ],
  };
}

export const tree: AccountTree = {
  path: "accounts",
  children: [folderOf("29041", "Maple Avenue Dental"), folderOf("29042", "Redbud Florist")],
};

export const stateFile: AccountFile = {
  path: "accounts/29041/state.md",
  content: "---\nid: 29041\nname: Maple Avenue Dental\nstage: Quoted\n---\n",
  revision: 3,
  sha256: "ab12",
  updated_at: "2026-02-03T04:05:06Z",
};

const maple: AccountRow = {
  id: "29041",
  name: "Maple Avenue Dental",
  stage: "Quoted",
  industry: "dental",
  location: { city: "Waco", state: "TX" },
  premium: "$2,600",
  carrier: "Harborstone",
  renewal_date: "2027-01-01",
  follow_up_date: null,
  updated_at: "2026-02-03T04:05:06Z",
  description: "A dental practice.",
};

export const accountList: AccountList = {
  accounts: [
    { ...maple, id: "29043", name: "Zephyr Roofing", stage: null, premium: null, location: null },
    maple,
    { ...maple, id: "29042", name: "Redbud Florist", stage: "Bound", premium: "$7,400.50" },
    { ...maple, id: "29044", name: "Linden Dental", premium: "$5,000" },
  ],
  problems: [{ path: "accounts/29050/state.md", line: 7, reason: "the premium is not a sum of money" }],
};

export const account: Account = {
  id: "29041",
  state: {
    id: "29041",
    name: "Maple Avenue Dental",
    stage: "Quoted",
    contacts: [{ name: "Ann Lee", role: "owner", phone: "254-555-0118" }],
    premium: 2600,
    carrier: null,
    renewal_date: "2027-01-01",
  },
  text: "Prefers email.",
  as_of: null,
  verified: { ok: true, break: null },
  history: [
    {
      id: "2026-01-03T10:00:00Z",
      at: "2026-01-03T10:00:00Z",
      prose: "Created from an application.",
      changes: [{ field: "stage", old_value: null, new_value: "Application Received" }],
      evidence: "They sent their application",
      previous: null,
      hash: "0123456789abcdef",
      line: 1,
    },
    {
      id: "2026-02-03T10:00:00Z",
      at: "2026-02-03T10:00:00Z",
      prose: "The quote came in.",
      changes: [{ field: "stage", old_value: "Application Received", new_value: "Quoted" }],
      evidence: "accounts/29041/sources/emails/1.md",
      previous: "2026-01-03T10:00:00Z",
      hash: "fedcba9876543210",
      line: 9,
    },
  ],
  sources: [
    {
      path: "accounts/29041/sources/emails/1.md",
      kind: "email",
      at: "2026-01-02T10:00:00Z",
      from: "ann@maple.example",
      to: "desk@broker.example",
      subject: "Application",
      summary: "Sends the application.",
    },
    {
      path: "accounts/29041/sources/calls/1.md",
      kind: "call",
      at: "2026-01-05T10:00:00Z",
      from: "Ann Lee",
      to: "the desk",
      subject: null,
      summary: "Asks for a lower deductible.",
    },
  ],
};
