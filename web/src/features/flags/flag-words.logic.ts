import type { Flag, FlagName } from "@/api/types";

/** What each switch is called. */
export const titles: Record<FlagName, string> = {
  agents: "Agents",
  indexing: "Indexing",
  tools: "Tools",
  compaction: "Summaries",
  reminders: "Schedules and reminders",
  prompt_optimisation: "Prompt optimisation",
};

/** What does not happen while it is off, as a sentence. */
export function whileOff({ name, stops }: Flag): string {
  const them = name === "agents" ? "they are" : "it is";
  return `While ${them} off, ${stops.charAt(0).toLowerCase()}${stops.slice(1)}`;
}

/** Why nobody in the organisation can turn it on; nothing if they can. */
export function outOfReach(flag: Flag): string | undefined {
  if (!flag.configuration) return "Off in the configuration of this installation.";
  if (!flag.installation) return "Off for the whole installation.";
  return undefined;
}
