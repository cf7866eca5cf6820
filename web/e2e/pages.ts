const workPages = [
  { path: "/chat", title: "New chat" },
  { path: "/needs-you", title: "Needs you" },
  { path: "/inbox", title: "Inbox" },
  { path: "/phone", title: "Phone" },
  { path: "/memory", title: "Memory" },
  { path: "/memory/notes", title: "Memory" },
  { path: "/memory/documents", title: "Memory" },
  { path: "/memory/search", title: "Memory" },
  { path: "/memory/conversations", title: "Memory" },
  { path: "/workspace", title: "Workspace" },
  { path: "/accounts", title: "Accounts" },
  { path: "/accounts/pipeline", title: "Accounts" },
  { path: "/activity", title: "Activity" },
  { path: "/agents", title: "Agents" },
  { path: "/schedules", title: "Schedules" },
  { path: "/usage", title: "Usage" },
];

const settingsPages = [
  { path: "/settings/profile", title: "Profile" },
  { path: "/settings/agent", title: "Your agent" },
  { path: "/settings/organisation", title: "Organisation" },
  { path: "/settings/flags", title: "Switches" },
  { path: "/settings/skills", title: "Skills" },
  { path: "/settings/members", title: "Members" },
  { path: "/settings/keys", title: "API keys" },
  { path: "/settings/contacts", title: "Contacts" },
  { path: "/settings/lines", title: "Lines" },
];

export const allPages = [...workPages, ...settingsPages];
