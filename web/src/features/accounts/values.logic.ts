import { formatDateTime, formatDay } from "@/lib/format";
import { isObject } from "@/lib/json";

const money = new Intl.NumberFormat("en", {
  style: "currency",
  currency: "USD",
  trailingZeroDisplay: "stripIfInteger",
});

/** "$2,600", "$99.50". */
export function formatMoney(amount: number): string {
  return money.format(amount);
}

/** A premium as the server writes it, "$2,600", as a number; null where there is none. */
export function amountOf(premium: string | null | undefined): number | null {
  const amount = Number.parseFloat((premium ?? "").replaceAll(/[^\d.-]/g, ""));
  return Number.isNaN(amount) ? null : amount;
}

/** A field as people read it: `follow_up_date` is "Follow up date", `contacts[Ann Lee].phone` is "Ann Lee, phone". */
export function fieldLabel(field: string): string {
  const part = /^\w+\[(.+)\](?:\.(\w+))?$/.exec(field);
  if (part) return [part[1], part[2]?.replaceAll("_", " ")].filter(Boolean).join(", ");
  if (field === "id") return "ID";
  const words = field.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Any value of a state in words; the empty text for what is not there. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return field === "premium" ? formatMoney(value) : String(value);
  if (Array.isArray(value)) return value.map((item) => valueText(field, item)).join(between(field, value));
  if (isObject(value)) {
    const parts = Object.entries(value).map(([key, part]) => valueText(key, part));
    return parts.filter(Boolean).join(", ");
  }
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDay(text);
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? formatDateTime(text) : text;
}

/** Notes are sentences, and have commas and full stops of their own. */
function between(field: string, items: readonly unknown[]): string {
  if (field === "notes") return " · ";
  return items.some(isObject) ? "; " : ", ";
}

/** What went out of a list and what came in; null where there is no list before and after, or only its order changed. */
export function listChange(field: string, old: unknown, now: unknown) {
  if (!Array.isArray(old) || !Array.isArray(now) || old.length === 0 || now.length === 0) return null;
  const before = old.map((item) => valueText(field, item));
  const after = now.map((item) => valueText(field, item));
  const removed = without(before, after);
  const added = without(after, before);
  if (removed.length + added.length === 0) return null;
  return { removed, added, kept: after.length - added.length };
}

/** What is in the one list more often than in the other: the same may be noted twice. */
function without(all: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return all.filter((text) => {
    const place = left.indexOf(text);
    if (place !== -1) left.splice(place, 1);
    return place === -1;
  });
}

const order = [
  "stage",
  "premium",
  "carrier",
  "coverage_types",
  "effective_date",
  "renewal_date",
  "follow_up_date",
  "contacts",
  "industry",
  "location",
  "former_names",
  "aliases",
  "notes",
];

/** The fields of a state in the order people look for them: those with a value, and the names of those without. */
export function stateFields(state: Record<string, unknown>): {
  known: { field: string; value: unknown }[];
  missing: string[];
} {
  const place = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);
  const fields = Object.keys(state)
    .filter((field) => field !== "name")
    .toSorted((a, b) => place(a) - place(b));
  const isKnown = (field: string) => valueText(field, state[field]) !== "";
  return {
    known: fields.filter(isKnown).map((field) => ({ field, value: state[field] })),
    missing: fields.filter((field) => !isKnown(field)),
  };
}
