import { expect, test } from "vitest";
import {
  formatBytes,
  formatCompact,
  formatDay,
  formatDayOf,
  formatDuration,
  formatMicros,
  formatRelative,
  formatShare,
  formatShortDay,
  formatTime,
  formatWait,
  plural,
} from "./format";

const now = new Date("2026-05-10T12:00:00Z");

test.each([
  ["2026-05-10T12:15:00Z", "in 15 minutes"],
  ["2026-05-10T12:00:20Z", "in less than a minute"],
  ["2026-05-10T11:59:40Z", "just now"],
  ["2026-05-10T09:00:00Z", "3 hours ago"],
  ["2026-05-09T11:00:00Z", "yesterday"],
  ["2026-05-01T12:00:00Z", "9 days ago"],
  ["2025-05-10T12:00:00Z", "May 10, 2025"],
])("formats %s as %s", (value, expected) => {
  expect(formatRelative(value, now)).toBe(expected);
});

test.each([
  [1, "1 second"],
  [30, "30 seconds"],
  [60, "1 minute"],
  [61, "2 minutes"],
])("formats a wait of %i seconds as %s", (seconds, expected) => {
  expect(formatWait(seconds)).toBe(expected);
});

test.each([
  [0, "$0"],
  [1, "$0.000001"],
  [1_234, "$0.0012"],
  [45_000, "$0.04"],
  [2_500_000, "$2.50"],
])("formats %i millionths of a dollar as %s", (micros, expected) => {
  expect(formatMicros(micros)).toBe(expected);
});

test.each([
  [12, "12 ms"],
  [3_400, "3.4 s"],
  [59_990, "1 min 0 s"],
  [125_000, "2 min 5 s"],
])("formats %i milliseconds as %s", (milliseconds, expected) => {
  expect(formatDuration(milliseconds)).toBe(expected);
});

test("counts say one or many", () => {
  expect([plural(1, "step"), plural(0, "step"), plural(1200, "step")]).toEqual([
    "1 step",
    "0 steps",
    "1,200 steps",
  ]);
});

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1_000, "1.0 kB"],
  [81_234, "81 kB"],
  [1_440_000, "1.4 MB"],
  [5_000_000_000_000, "5000 GB"],
])("%i bytes are %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test("a share is a percentage", () => expect(formatShare(0.846)).toBe("85 %"));

test("a day is the same day everywhere", () => {
  expect(formatDay("2026-01-31")).toBe("Jan 31, 2026");
  expect(formatShortDay("2026-01-31")).toBe("Jan 31");
});

test.each([
  [999, "999"],
  [12_340, "12.3K"],
  [4_000_000, "4M"],
])("shortens %i to %s", (value, expected) => {
  expect(formatCompact(value)).toBe(expected);
});

test("a day is called as people call it", () => {
  const now = new Date(2026, 2, 1, 9, 30);
  expect(formatDayOf(new Date(2026, 2, 1, 0, 5).toISOString(), now)).toBe("Today");
  expect(formatDayOf(new Date(2026, 1, 28, 23, 55).toISOString(), now)).toBe("Yesterday");
  expect(formatDayOf(new Date(2026, 1, 27, 23, 55).toISOString(), now)).toBe("Friday, Feb 27");
  expect(formatDayOf(new Date(2025, 11, 31, 12).toISOString(), now)).toBe("Dec 31, 2025");
  expect(formatTime(new Date(2026, 2, 1, 14, 5).toISOString())).toMatch(/^2:05\sPM$/);
});
