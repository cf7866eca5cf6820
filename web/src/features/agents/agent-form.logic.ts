import type { Agent, AgentChange, MemoryMode, SendMode } from "@/api/types";
import { toolsets } from "@/lib/tools";

/** Every tool an agent's list stands for: a group's name stands for all of its tools. */
export function toolsOf(agent: Agent): Set<string> {
  return new Set(agent.tools.flatMap((name) => groupTools(name) ?? [name]));
}

/** Tools of the list that come from elsewhere, so that saving does not lose them. */
export function foreignTools(agent: Agent): string[] {
  const own = new Set<string>(toolsets.flatMap((set) => set.tools.map((tool) => tool.name)));
  return [...toolsOf(agent)].filter((name) => !own.has(name));
}

/** Dollars as people type them; an empty field means no limit of its own. */
export function microsOf(dollars: string): number | null {
  return dollars === "" ? null : Math.round(Number(dollars) * 1_000_000);
}

export function dollarsOf(micros: number | null | undefined): string {
  return micros === null || micros === undefined ? "" : String(micros / 1_000_000);
}

/** What a submitted form asks for. What the form does not show stays as it is. */
export function changeOf(agent: Agent, data: FormData): AgentChange {
  const text = (name: string) =>
    String(data.get(name) ?? "")
      .replaceAll("\r\n", "\n")
      .trim();
  const tokens = text("daily_tokens");
  return {
    revision: agent.revision,
    name: text("name"),
    persona: text("persona"),
    goals: text("goals"),
    instructions: text("instructions"),
    optimised_instructions: agent.optimised_instructions,
    model: text("model") || null,
    tools: data.getAll("tools").map(String),
    send_mode: text("send_mode") as SendMode,
    memory_mode: text("memory_mode") as MemoryMode,
    daily_micros: microsOf(text("daily_dollars")),
    daily_tokens: tokens === "" ? null : Number(tokens),
  };
}

function groupTools(name: string): string[] | undefined {
  return toolsets.find((set) => set.name === name)?.tools.map((tool) => tool.name);
}
