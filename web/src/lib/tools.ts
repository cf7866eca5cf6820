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
      { name: "remind_me", label: "Set a reminder", description: "Comes back to a conversation later." },
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
    ],
  },
];

const others: Record<string, string> = {
  done: "End the turn",
  escalate_to_user: "Ask for a person",
  task: "Hand on a task",
};

/** What a tool does, in a few words; its own name if it came from elsewhere. */
export function toolLabel(name: string): string {
  const known = toolsets.flatMap((set) => set.tools).find((tool) => tool.name === name);
  return known?.label ?? others[name] ?? name;
}
