import type { CitedLines } from "@/lib/excerpt";

/** What of a file is shown, and which of its lines are pointed at. */
export interface Opened {
  path: string;
  lines?: CitedLines;
}
