import type { Scope } from "@/api/types";

const scopes: readonly Scope[] = ["read", "write", "admin"];

/** A scope and those it includes, narrowest first. */
export function scopesUpTo(widest: Scope): Scope[] {
  return scopes.slice(0, scopes.indexOf(widest) + 1);
}

export const expiryChoices = [
  { days: "7", label: "In 7 days" },
  { days: "30", label: "In 30 days" },
  { days: "90", label: "In 90 days" },
  { days: "365", label: "In one year" },
  { days: "", label: "Never" },
] as const;

/** The moment a choice of days stands for; none for "never". */
export function expiryDate(days: string, now: Date): string | undefined {
  if (days === "") return undefined;
  return new Date(now.getTime() + Number(days) * 86_400_000).toISOString();
}
