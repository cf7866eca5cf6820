import type { AgentConfig, AgentConfigChange } from "@/api/types";

/** The names of the fields are those of the server, so that what it refuses is shown at the right one. */
export const fields = [
  "model",
  "system_prompt",
  "preferences.time_zone",
  "preferences.style",
  "preferences.language",
  "max_context_tokens",
  "compaction_threshold",
];

type Preferences = AgentConfig["preferences"];

/** What a form asks to be changed; nothing if it says what is there already. */
export function changeOf(config: AgentConfig, data: FormData): AgentConfigChange | null {
  const change: AgentConfigChange = {};
  const enabled = data.has("enabled");
  if (enabled !== config.enabled) change.enabled = enabled;
  for (const name of ["model", "system_prompt"] as const) {
    const text = textOf(data, name);
    if (text !== (config[name] ?? "")) change[name] = text;
  }
  const preferences: Partial<Preferences> = {};
  for (const name of ["time_zone", "style", "language"] as const) {
    const text = textOf(data, `preferences.${name}`);
    if (text !== (config.preferences[name] ?? "")) preferences[name] = text;
  }
  if (Object.keys(preferences).length > 0) change.preferences = preferences;
  const tokens = numberOf(data, "max_context_tokens");
  if (tokens !== (config.max_context_tokens ?? null)) change.max_context_tokens = tokens;
  const percent = numberOf(data, "compaction_threshold");
  if (percent !== percentOf(config.compaction_threshold))
    change.compaction_threshold = percent === null ? null : percent / 100;
  if (Object.keys(change).length === 0) return null;
  return config.revision ? { ...change, revision: config.revision } : change;
}

/** A share from 0 to 1 as people write it. */
export function percentOf(share: number | null | undefined): number | null {
  return share === null || share === undefined ? null : Math.round(share * 100);
}

function textOf(data: FormData, name: string): string {
  return String(data.get(name) ?? "")
    .replaceAll("\r\n", "\n")
    .trim();
}

function numberOf(data: FormData, name: string): number | null {
  const text = textOf(data, name);
  return text === "" || Number.isNaN(Number(text)) ? null : Number(text);
}
