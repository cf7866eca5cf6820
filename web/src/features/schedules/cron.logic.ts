const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export type Rhythm = "hourly" | "daily" | "weekdays" | "weekly" | "monthly" | "cron" | "once";

/** The five fields that a choice of rhythm, day and time stands for. */
export function cronOf(rhythm: Rhythm, time: string, day: string): string {
  const [hour = "9", minute = "0"] = time.split(":");
  const at = `${Number(minute)} ${Number(hour)}`;
  switch (rhythm) {
    case "hourly":
      return `${Number(minute)} * * * *`;
    case "weekdays":
      return `${at} * * 1-5`;
    case "weekly":
      return `${at} * * ${day || "1"}`;
    case "monthly":
      return `${at} ${day || "1"} * *`;
    default:
      return `${at} * * *`;
  }
}

/** A reading of the five fields; the fields themselves where a reading would be longer than they are. */
export function readCron(cron: string): string {
  const [minute = "", hour = "", date = "", month = "", day = "", ...rest] = cron.trim().split(/\s+/);
  if (rest.length > 0 || month !== "*" || !isNumber(minute)) return cron;
  if (hour === "*" && date === "*" && day === "*") return `Every hour at ${pad(minute)} past`;
  if (!isNumber(hour)) return cron;
  const time = `at ${pad(hour)}:${pad(minute)}`;
  if (date === "*" && day === "*") return `Every day ${time}`;
  if (date === "*" && day === "1-5") return `Monday to Friday ${time}`;
  if (date === "*" && isNumber(day)) return `Every ${days[Number(day) % 7]} ${time}`;
  if (day === "*" && isNumber(date)) return `On day ${date} of every month ${time}`;
  return cron;
}

function isNumber(field: string): boolean {
  return /^\d+$/.test(field);
}

function pad(field: string): string {
  return field.padStart(2, "0");
}
