interface Toolset {
  name: string;
  label: string;
  tools: { name: string; label: string; description: string }[];
}

/** The tools Steward brings along, as people read them. An agent's list may name a tool or its whole group. */
export const toolsets: Toolset[] = [
  {
    name: "messaging",
    label: "Messaging",
    tools: [
      { name: "send_sms", label: "Answer by text", description: "Answers the contact who wrote." },
      {
        name: "text_contact",
        label: "Text somebody else",
        description: "Texts another contact. A person approves every one.",
      },
    ],
  },
  {
    name: "reminders",
    label: "Reminders",
    tools: [
      {
        name: "schedule_task",
        label: "Set a reminder",
        description: "Comes back to a conversation later, once or again and again.",
      },
      { name: "list_schedules", label: "List reminders", description: "Lists what lies ahead." },
      { name: "cancel_schedule", label: "Cancel a reminder", description: "Cancels what lies ahead." },
    ],
  },
  {
    name: "memory",
    label: "Memory",
    tools: [
      {
        name: "read_history",
        label: "Read the history",
        description: "Reads older messages of the same conversation.",
      },
      {
        name: "memory_search",
        label: "Search the memory",
        description: "Searches all it remembers: conversations, notes and documents.",
      },
      {
        name: "archival_search",
        label: "Search the notes",
        description: "Searches what was stored to be found again.",
      },
      {
        name: "conversation_search",
        label: "Search what was said",
        description: "Searches earlier conversations by meaning.",
      },
      {
        name: "search_conversations",
        label: "Find where it was said",
        description: "Finds the places in all conversations, with who said it and when.",
      },
      {
        name: "search_sms_history",
        label: "Search text messages",
        description: "Searches the texts of contacts; while it talks to one, only theirs.",
      },
      { name: "archival_insert", label: "Store a note", description: "Stores something to be found again." },
      {
        name: "memory_append",
        label: "Add to a block",
        description: "Adds a line to what it always has in mind.",
      },
      {
        name: "memory_insert",
        label: "Insert into a block",
        description: "Puts text into what it always has in mind.",
      },
      {
        name: "memory_replace",
        label: "Correct a block",
        description: "Replaces text in what it always has in mind.",
      },
    ],
  },
  {
    name: "workspace",
    label: "Workspace",
    tools: [
      { name: "read_file", label: "Read a file", description: "Reads a file of the workspace." },
      { name: "list_directory", label: "List a folder", description: "Lists a folder of the workspace." },
      {
        name: "search_files",
        label: "Search files",
        description: "Finds files of the workspace by their words, accounts among them.",
      },
      {
        name: "append_to_file",
        label: "Add to a file",
        description: "Adds text at the end of a file, such as today's note.",
      },
      {
        name: "write_file",
        label: "Write a file",
        description: "Writes a whole file. What somebody else changed meanwhile is not overwritten.",
      },
    ],
  },
  {
    name: "skills",
    label: "Skills",
    tools: [
      { name: "load_skill", label: "Read a skill", description: "Reads how something is done here." },
      {
        name: "load_skill_file",
        label: "Read a file of a skill",
        description: "Reads what a skill refers to.",
      },
      {
        name: "run_skill_script",
        label: "Run a script of a skill",
        description: "Runs one of a skill that an admin allowed. A person approves every call.",
      },
    ],
  },
];

const others: Record<string, string> = {
  done: "End the turn",
  escalate_to_user: "Ask for a person",
  propose_sms_replies: "Draft answers",
  task: "Hand on a task",
  ask_accounts: "Ask about accounts",
  lookup_account: "Look up an account",
  search_descriptions: "Search the accounts' descriptions",
  list_files: "List an account's files",
  update_account: "Change an account",
  create_account: "Create an account",
};

/** What a tool does, in a few words; its own name if it came from elsewhere. */
export function toolLabel(name: string): string {
  const known = toolsets.flatMap((set) => set.tools).find((tool) => tool.name === name);
  return known?.label ?? others[name] ?? name;
}
