const origins: Record<string, string> = {
  member: "A member",
  contact: "The contact",
  schedule: "Reminder",
  approval: "Decision",
};

/** Who told an agent something, as it is written beside the text. Names stand for themselves. */
export function saidBy(from: string | null | undefined): string {
  if (!from || from === "unknown") return "To the agent";
  return origins[from] ?? from;
}
