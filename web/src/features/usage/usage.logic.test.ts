import { expect, test } from "vitest";
import type { DailyUsage } from "@/api/types";
import { lastDays, overviewOf } from "./usage.logic";
import { readUsageSearch } from "./usage-search.logic";

const row = (scope: string, day: string, cost_micros: number, tokens: number): DailyUsage => ({
  scope,
  day,
  cost_micros,
  tokens,
  reserved_micros: 0,
  reserved_tokens: 0,
});

const days = ["2026-01-30", "2026-01-31", "2026-02-01"];

test("days are those of UTC, today the last", () => {
  expect(lastDays(3, new Date("2026-02-01T00:30:00Z"))).toEqual(days);
  expect(lastDays(90, new Date("2026-03-30T23:59:59Z"))).toHaveLength(90);
});

test("days without anything are there, and the team's own figures count once", () => {
  const usage = [
    row("org:o", "2026-01-30", 30, 3),
    row("agent:a", "2026-01-30", 10, 1),
    row("agent:b", "2026-01-30", 20, 2),
    row("contact:c", "2026-01-30", 20, 2),
    // On this day only an agent's own budget was asked.
    row("agent:a", "2026-02-01", 5, 9),
  ];
  const { total, days: spent, agents, contacts } = overviewOf(usage, days);
  expect(spent).toEqual([
    { day: "2026-01-30", cost: 30, tokens: 3 },
    { day: "2026-01-31", cost: 0, tokens: 0 },
    { day: "2026-02-01", cost: 5, tokens: 9 },
  ]);
  expect(total).toEqual({ cost: 35, tokens: 12 });
  expect(agents.map(({ id, cost }) => [id, cost])).toEqual([
    ["b", 20],
    ["a", 15],
  ]);
  expect(agents[1]?.busiest).toEqual({ cost: 10, tokens: 9 });
  expect(contacts).toEqual([
    { kind: "contact", id: "c", cost: 20, tokens: 2, busiest: { cost: 20, tokens: 2 } },
  ]);
});

test("what programs asked themselves is told, so that the parts add up", () => {
  const usage = [
    row("org:o", "2026-01-30", 30, 3),
    row("agent:a", "2026-01-30", 10, 1),
    row("org:o", "2026-01-31", 5, 2),
    row("agent:b", "2026-02-01", 7, 7),
  ];
  const { total, agents } = overviewOf(usage, days);
  expect(agents.map(({ kind, cost, tokens }) => [kind, cost, tokens])).toEqual([
    ["program", 25, 4],
    ["agent", 10, 1],
    ["agent", 7, 7],
  ]);
  expect(agents.reduce((all, { cost }) => all + cost, 0)).toBe(total.cost);
});

test("the days of one agent are its own, and whoever spent nothing is not listed", () => {
  const usage = [
    row("org:o", "2026-01-30", 30, 3),
    { ...row("agent:a", "2026-01-30", 10, 1), reserved_micros: 7, reserved_tokens: 8 },
    row("agent:b", "2026-01-30", 0, 0),
  ];
  const { total, reserved, agents } = overviewOf(usage, days, "agent:a");
  expect(total).toEqual({ cost: 10, tokens: 1 });
  expect(reserved).toEqual({ cost: 7, tokens: 8 });
  expect(agents.map(({ id }) => id)).toEqual(["program", "a"]);
});

test("an address that says nonsense says nothing", () => {
  expect(readUsageSearch({ days: 7, show: "tokens", of: "agent:a-1" })).toEqual({
    days: 7,
    show: "tokens",
    of: "agent:a-1",
  });
  expect(readUsageSearch({ days: 8, show: "<b>", of: "org:o" })).toEqual({});
});
