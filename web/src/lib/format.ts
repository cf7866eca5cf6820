const date = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const dateTime = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

export function formatDate(value: string): string {
  return date.format(new Date(value));
}

export function formatDateTime(value: string): string {
  return dateTime.format(new Date(value));
}

const time = new Intl.DateTimeFormat("en", { timeStyle: "short" });
const weekday = new Intl.DateTimeFormat("en", { weekday: "long", month: "short", day: "numeric" });

/** The time of day alone, for where the day stands elsewhere: "2:05 PM". */
export function formatTime(value: string): string {
  return time.format(new Date(value));
}

/** The day of a moment as people call it: "Today", "Yesterday", "Monday, Nov 9"; with its year where that is another. */
export function formatDayOf(value: string, now: Date): string {
  const moment = new Date(value);
  const dayBefore = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (moment.toDateString() === now.toDateString()) return "Today";
  if (moment.toDateString() === dayBefore.toDateString()) return "Yesterday";
  return moment.getFullYear() === now.getFullYear() ? weekday.format(moment) : date.format(moment);
}

const day = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });
const shortDay = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

/** A day such as 2026-01-31, which is no moment and so the same everywhere: "Jan 31, 2026". */
export function formatDay(value: string): string {
  return day.format(new Date(value));
}

/** The same without the year. */
export function formatShortDay(value: string): string {
  return shortDay.format(new Date(value));
}

/** "in 14 minutes", "3 hours ago"; a date once it is more than a month away. */
export function formatRelative(value: string, now: Date): string {
  const seconds = (new Date(value).getTime() - now.getTime()) / 1000;
  if (Math.abs(seconds) > 30 * 86_400) return formatDate(value);
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return seconds > 0 ? "in less than a minute" : "just now";
}

/** "12 seconds", "1 minute", "5 minutes": a wait, rounded up so that it is never told too short. */
export function formatWait(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

const count = new Intl.NumberFormat("en");

export function formatCount(value: number): string {
  return count.format(value);
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** "12.3K", "4M": for where there is little room. */
export function formatCompact(value: number): string {
  return compact.format(value);
}

/** "1 step", "3 steps". */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

/** Millionths of a dollar as money. What is less than a cent keeps two digits that say something. */
export function formatMicros(micros: number): string {
  const dollars = micros / 1_000_000;
  if (dollars === 0) return "$0";
  return dollars < 0.01 ? `$${Number(dollars.toPrecision(2))}` : `$${dollars.toFixed(2)}`;
}

const byteUnits = ["bytes", "kB", "MB", "GB"];

/** "812 bytes", "1.4 MB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), byteUnits.length - 1);
  if (power === 0) return plural(bytes, "byte");
  const value = bytes / 1_000 ** power;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${byteUnits[power]}`;
}

/** A share from 0 to 1 as "85 %". */
export function formatShare(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** "12 ms", "3.4 s", "2 min 5 s". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
