/** How many days can be looked at. */
export const ranges = [7, 30, 90] as const;
type Range = (typeof ranges)[number];

export type Measure = "cost" | "tokens";

/** What the address of the page says. */
export interface UsageSearch {
  days?: Range;
  show?: Measure;
  /** Whose days are shown, such as `agent:` and an id; the team's without it. */
  of?: string;
}

const someone = /^(agent|contact):[0-9a-z-]+$/i;

export function readUsageSearch({ days, show, of }: Record<string, unknown>): UsageSearch {
  const range = ranges.find((one) => one === Number(days));
  return {
    ...(range !== undefined && { days: range }),
    ...((show === "cost" || show === "tokens") && { show }),
    ...(typeof of === "string" && someone.test(of) && { of }),
  };
}
