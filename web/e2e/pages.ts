/** Pages whose features are not there yet, with the heading of their empty state. */
export const emptyPages = [
  { path: "/inbox", title: "Inbox", empty: "No conversations yet" },
  { path: "/chat", title: "Chat", empty: "No chats yet" },
  { path: "/approvals", title: "Approvals", empty: "Nothing to approve" },
  { path: "/memory", title: "Memory", empty: "Nothing remembered yet" },
  { path: "/workspace", title: "Workspace", empty: "No files yet" },
  { path: "/accounts", title: "Accounts", empty: "No accounts yet" },
  { path: "/agents", title: "Agents", empty: "No agents yet" },
  { path: "/usage", title: "Usage", empty: "No usage yet" },
];

const settingsPages = [
  { path: "/settings/profile", title: "Profile" },
  { path: "/settings/organisation", title: "Organisation" },
  { path: "/settings/members", title: "Members" },
  { path: "/settings/keys", title: "API keys" },
  { path: "/settings/contacts", title: "Contacts" },
  { path: "/settings/lines", title: "Lines" },
];

export const allPages = [...emptyPages, ...settingsPages];
