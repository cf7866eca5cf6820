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

/** Why nobody in the organisation can turn it on; nothing if they can. */
export function outOfReach(flag: Flag): string | undefined {
  if (!flag.configuration) return "Off in the configuration of this installation.";
  if (!flag.installation) return "Off for the whole installation.";
  return undefined;
}
