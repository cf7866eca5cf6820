import type { AccountRow } from "@/api/types";
import { amountOf } from "./values.logic";

const lostStage = "Lost";
/** The stages in the order an account goes through them. */
const stages = [
  "Application Received",
  "Submitted",
  "Quoted",
  "Quote Pitched",
  "Bound",
  "Renewal Due",
  lostStage,
];
const none = "No stage";

export interface Stage {
  name: string;
  accounts: readonly AccountRow[];
  premium: number;
  /** Of the premium of all that are shown, from 0 to 1. What was lost has no share. */
  share: number | null;
}

export interface Pipeline {
  stages: readonly Stage[];
  accounts: number;
  /** What was lost is not among it. */
  premium: number;
  lost: number;
  /** How many have no premium, which no sum can count. */
  unpriced: number;
}

/** The accounts that fit the filter, by stage. Stages of the team's own come after those that are known. */
export function pipelineOf(all: readonly AccountRow[], filter: string): Pipeline {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const accounts = all.filter((account) => {
    const text = textOf(account);
    return words.every((word) => text.includes(word));
  });
  const isLost = (account: AccountRow) => stageOf(account) === lostStage;
  const open = accounts.filter((account) => !isLost(account));
  const premium = sum(open);
  const names = [...new Set(accounts.map(stageOf))].toSorted(
    (a, b) => place(a) - place(b) || a.localeCompare(b),
  );
  return {
    stages: names.map((name) => {
      const own = accounts.filter((account) => stageOf(account) === name).toSorted(byPremium);
      const share = premium > 0 && name !== lostStage ? sum(own) / premium : null;
      return { name, accounts: own, premium: sum(own), share };
    }),
    accounts: accounts.length,
    premium,
    lost: sum(accounts.filter(isLost)),
    unpriced: open.filter((account) => amountOf(account.premium) === null).length,
  };
}

/** Whether a day has passed; on the day itself there is still time. */
export function isOverdue(day: string, now: Date): boolean {
  return day < now.toISOString().slice(0, 10);
}

function place(stage: string): number {
  if (stage === none) return stages.length + 1;
  const known = stages.indexOf(stage);
  return known === -1 ? stages.length : known;
}

function textOf({ id, name, industry, location, carrier, description }: AccountRow): string {
  return [id, name, industry, location?.city, location?.state, carrier, description].join(" ").toLowerCase();
}

const stageOf = ({ stage }: AccountRow) => stage ?? none;
const byPremium = (a: AccountRow, b: AccountRow) => amount(b) - amount(a) || a.name.localeCompare(b.name);
const amount = (account: AccountRow) => amountOf(account.premium) ?? 0;
const sum = (accounts: readonly AccountRow[]) =>
  accounts.reduce((total, account) => total + amount(account), 0);
