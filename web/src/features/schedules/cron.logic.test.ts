import { expect, test } from "vitest";
import { cronOf, readCron } from "./cron.logic";

test.each([
  ["hourly", "00:15", "", "15 * * * *", "Every hour at 15 past"],
  ["daily", "09:05", "", "5 9 * * *", "Every day at 09:05"],
  ["weekdays", "09:00", "", "0 9 * * 1-5", "Monday to Friday at 09:00"],
  ["weekly", "18:30", "0", "30 18 * * 0", "Every Sunday at 18:30"],
  ["monthly", "07:00", "31", "0 7 31 * *", "On day 31 of every month at 07:00"],
] as const)("%s at %s is written and read", (rhythm, time, day, cron, reading) => {
  expect(cronOf(rhythm, time, day)).toBe(cron);
  expect(readCron(cron)).toBe(reading);
});

test.each(["*/5 * * * *", "0 9 1 1 *", "0 9 1 * 1", "0 9,17 * * *", "nonsense"])(
  "%s is shown as it is",
  (cron) => {
    expect(readCron(cron)).toBe(cron);
  },
);

test("Sunday has two numbers", () => {
  expect(readCron("0 9 * * 7")).toBe("Every Sunday at 09:00");
});
