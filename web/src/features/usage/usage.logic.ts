import type { DailyUsage } from "@/api/types";

interface Spent {
  cost: number;
  tokens: number;
}

export interface SpentDay extends Spent {
  /** A day of UTC, such as 2026-01-31. */
  day: string;
}

/** What one agent, contact or the whole team has spent. */
export interface Spender extends Spent {
  /** `agent`, `contact`, or `program` for what no agent spent. */
  kind: string;
  id: string;
  /** The most of a day. */
  busiest: Spent;
}

export interface UsageOverview {
  total: Spent;
  /** Set aside for calls under way. */
  reserved: Spent;
  /** Every day of the time, also those without anything, oldest first. */
  days: SpentDay[];
  agents: Spender[];
  contacts: Spender[];
}

const msPerDay = 86_400_000;

/** The last so many days of UTC up to now, oldest first. */
export function lastDays(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * msPerDay).toISOString().slice(0, 10),
  );
}

/** The figures of the days, for the whole team or for one of those who spend, such as `agent:` and an id. */
export function overviewOf(
  usage: readonly DailyUsage[],
  days: readonly string[],
  of?: string,
): UsageOverview {
  const kindOf = (kind: string) => usage.filter(({ scope }) => scope.startsWith(`${kind}:`));
  const team = teamDays(kindOf("org"), kindOf("agent"));
  const chosen = of === undefined ? team : usage.filter(isOf(of));
  const spentDays = days.map((day) => ({ day, ...sum(chosen.filter((row) => row.day === day)) }));
  return {
    total: added(spentDays),
    reserved: added(chosen.map(({ reserved_micros: cost, reserved_tokens: tokens }) => ({ cost, tokens }))),
    days: spentDays,
    agents: spenders([...kindOf("agent"), ...rest(team, kindOf("agent"))]),
    contacts: spenders(kindOf("contact")),
  };
}

/** What the whole team spent is kept by itself, but for a day on which only an agent's own budget was asked. */
function teamDays(team: readonly DailyUsage[], agents: readonly DailyUsage[]): DailyUsage[] {
  const known = new Set(team.map(({ day }) => day));
  return [...team, ...agents.filter(({ day }) => !known.has(day))];
}

function isOf(scope: string): (row: DailyUsage) => boolean {
  return (row) => row.scope === scope;
}

/** What models cost that programs asked themselves: with it the parts add up to the whole. */
function rest(team: readonly DailyUsage[], agents: readonly DailyUsage[]): DailyUsage[] {
  return team.map((whole) => {
    const own = sum(agents.filter(({ day }) => day === whole.day));
    const cost_micros = Math.max(0, whole.cost_micros - own.cost);
    const tokens = Math.max(0, whole.tokens - own.tokens);
    return { ...whole, scope: "program:program", cost_micros, tokens };
  });
}

/** Who spent anything, the most expensive first. */
function spenders(rows: readonly DailyUsage[]): Spender[] {
  const scopes = [...new Set(rows.map(({ scope }) => scope))];
  const all = scopes.map((scope) => {
    const own = rows.filter(isOf(scope));
    const [kind = "", id = ""] = scope.split(":", 2);
    const busiest = {
      cost: Math.max(...own.map((row) => row.cost_micros)),
      tokens: Math.max(...own.map((row) => row.tokens)),
    };
    return { kind, id, ...sum(own), busiest };
  });
  return all
    .filter(({ cost, tokens }) => cost > 0 || tokens > 0)
    .toSorted((a, b) => b.cost - a.cost || b.tokens - a.tokens);
}

function sum(rows: readonly DailyUsage[]): Spent {
  return added(rows.map(({ cost_micros: cost, tokens }) => ({ cost, tokens })));
}

function added(parts: readonly Spent[]): Spent {
  return parts.reduce(
    ({ cost, tokens }, part) => ({ cost: cost + part.cost, tokens: tokens + part.tokens }),
    {
      cost: 0,
      tokens: 0,
    },
  );
}
