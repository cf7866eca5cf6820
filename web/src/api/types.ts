import type { components } from "./schema";

type Schemas = components["schemas"];

/** The API's document calls the role a text; the server sends only these three. */
export type Me = Schemas["Me"] & { member: { role: Role } };
export type Org = Schemas["Org"];
export type Flag = Schemas["Switch"];
export type FlagName = Schemas["Flag"];
export type Skill = Schemas["Skill"];
export type SkillProblem = Schemas["SkillProblem"];
export type Role = Schemas["Role"];
export type Member = Schemas["Member"];
export type Identifier = Schemas["Identifier"];
export type IdentifierKind = Schemas["IdentifierKind"];
export type ApiKey = Schemas["ApiKey"];
export type Scope = Schemas["KeyScope"];
export type Contact = Schemas["Contact"];
export type ContactChange = Schemas["ContactChange"];
export type Consent = Schemas["Consent"];
export type Line = Schemas["Line"];
export type NewLine = Schemas["NewLine"];
export type LineKind = Schemas["LineKind"];
export type LineProvider = Schemas["LineProvider"];
export type PhoneMessage = Schemas["PhoneMessage"];

/** What the document calls an object without saying which. */
export type Json = Record<string, unknown>;

export type Approval = Omit<Schemas["Approval"], "arguments"> & { arguments?: Json | null };
export type ApprovalWord = Schemas["ApprovalAnswerWord"];
export type Suggestion = Schemas["Suggestion"];
export type Effect = Omit<Schemas["Effect"], "message"> & {
  message?: { to: string; from: string; text: string } | null;
};
export type EffectAttempt = Schemas["EffectAttempt"];
export type ReviewDecision = Schemas["ReviewDecision"];
export type Notice = Schemas["Notice"];
export type NoticeKind = Schemas["NoticeKind"];
export type Job = Schemas["Job"];
export type Turn = Schemas["Turn"];
export type TurnStep = Omit<Schemas["TurnStep"], "result"> & { result?: Json | null };
export type TurnArtifact = Schemas["TurnArtifact"];
export type TurnDetail = Omit<Schemas["TurnDetail"], "steps"> & { steps: TurnStep[] };
export type Replay = Schemas["Replay"];
export type Agent = Schemas["Agent"];
export type NewAgent = Schemas["NewAgent"];
export type AgentChange = Schemas["AgentChange"];
export type AgentReset = Schemas["AgentReset"];
export type AgentDraft = Schemas["AgentDraft"];
export type DraftCounts = Schemas["DraftCounts"];
export type DraftStatistics = Schemas["DraftStatistics"];
export type DraftOutcome = Schemas["DraftOutcome"];
export type MessageKind = Schemas["MessageKind"];
export type MemoryMode = Schemas["MemoryMode"];
export type SendMode = Schemas["SendMode"];
export type Schedule = Schemas["Schedule"];
export type NewSchedule = Schemas["NewSchedule"];
export type DailyUsage = Schemas["DailyUsage"];
export type AgentConfig = Schemas["AgentConfig"];
export type AgentConfigChange = Schemas["AgentConfigChange"];

export type Integrity = Schemas["Integrity"];
export type Block = Schemas["Block"];
export type BlockChange = Schemas["BlockChange"];
export type BlockVersion = Schemas["BlockVersion"];
export type Passage = Schemas["Passage"];
export type NewNote = Schemas["NewNote"];
export type SearchRequest = Schemas["MemorySearch"];
export type Hit = Schemas["Hit"];
export type MemoryDocument = Schemas["Document"];
export type IndexStats = Schemas["MemoryStats"];
export type Summary = Schemas["Summary"];
export type ThreadItem = Schemas["ThreadItem"];
export type ThreadContext = Schemas["ThreadContext"];

/** Which block is meant: labels are unique among the shared ones of a scope, and among each agent's own. */
export interface BlockPlace {
  label: string;
  scope: string;
  agentId: string | null;
}
export type Conversation = Schemas["Conversation"];
export type InboxThread = Schemas["InboxThread"];
export type InboxDetail = Schemas["InboxDetail"];
export type InboxMessage = Schemas["InboxMessage"];
export type MessageFile = Schemas["MessageFile"];

export type WorkspaceEntry = Schemas["WorkspaceEntry"];
export type WorkspaceRevision = Schemas["WorkspaceRevision"];
export type WorkspaceFileHead = Schemas["WorkspaceFileHead"];
export type WorkspaceRead = Schemas["WorkspaceFile"];

/** A file that is there: only a revision that deleted one has no content. */
export type WorkspaceFile = WorkspaceRead & { content: string; sha256: string };

export type AccountRow = Schemas["AccountRow"];
export type AccountList = Schemas["AccountList"];
export type Account = Omit<Schemas["AccountView"], "state"> & { state: Json };
export type AccountSource = Schemas["AccountSource"];
export type HistoryEntry = Schemas["HistoryEntry"];
export type FieldChange = Schemas["AccountFieldChange"];
export type AccountProposal = Schemas["AccountProposal"];
export type WaitingProposal = Schemas["WaitingProposal"];
export type FileProblem = Schemas["FileProblem"];
export type AccountTree = Schemas["AccountTree"];
export type AccountNode = Schemas["AccountNode"];
export type AccountFile = Schemas["AccountFile"];
export type AccountQuery = Schemas["AccountQuery"];
export type AccountConfirmation = Schemas["AccountConfirmation"];
export type Starter = Schemas["StarterCard"];
export type AccountStep = Omit<Schemas["AccountStep"], "args"> & { args: Json };
export type AccountChoice = Schemas["AccountChoice"];
export type LineCitation = Schemas["LineCitation"];
export type AccountAnswer = Omit<Schemas["AccountAnswer"], "steps"> & { steps: AccountStep[] };

/** An answer with the fields that its kind promises; the document only says that they may be there. */
type AnswerWith<Field extends keyof AccountAnswer> = AccountAnswer & {
  [Key in Field]-?: NonNullable<AccountAnswer[Key]>;
};
export type FoundAnswer = AnswerWith<"answer" | "known" | "citations" | "notes">;
export type ChangeAnswer = AnswerWith<
  | "account_id"
  | "account_name"
  | "changes"
  | "files_modified"
  | "index_updated"
  | "new_description"
  | "history_entry_id"
>;
export type ConfirmationAnswer = AnswerWith<"account_name" | "alternatives" | "expires_at">;
export type ClarificationAnswer = AnswerWith<"suggestions" | "choices">;
