import type { Names } from "@/api/names";
import type { Measure } from "./usage-search.logic";

/** What somebody may spend in a day, if that is known: an agent may have a limit of its own. */
export function limitOf(of: string | undefined, show: Measure, names: Names): number | undefined {
  const [kind, id] = (of ?? "").split(":", 2);
  if (kind !== "agent") return undefined;
  const agent = names.agents.find((one) => one.id === id);
  return (show === "cost" ? agent?.daily_micros : agent?.daily_tokens) ?? undefined;
}

/** A limit far above everything would leave bars that nobody can tell apart. */
const furthest = 4;

/** Whether a line in the chart can show it. */
export function isInSight(limit: number, most: number): boolean {
  return most > 0 && limit > 0 && limit <= most * furthest;
}
