import type { Flag } from "@/api/types";
import { DateTime } from "@/components/date-time";

/** Who switched it, when, and why. */
export function Changed({ flag }: { flag: Flag }) {
  if (!flag.changed_at) return null;
  const who = flag.changed_by?.name ?? "somebody who has left";
  return (
    <span className="block">
      Switched {flag.organisation ? "on" : "off"} by {who} <DateTime value={flag.changed_at} />
      {flag.reason && <>: “{flag.reason}”</>}
    </span>
  );
}
