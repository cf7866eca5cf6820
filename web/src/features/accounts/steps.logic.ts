import type { AccountStep } from "@/api/types";
import { valueText } from "./values.logic";

export interface ShownStep {
  tool: string;
  /** What it was called with, as far as the files below do not say the same. */
  about: string;
  summary: string;
  files: string[];
  /** How often it was done in a row. */
  times: number;
}

/** The steps as people read them: what was done to one file after the other is one step. */
export function shownSteps(steps: readonly AccountStep[]): ShownStep[] {
  const shown: ShownStep[] = [];
  for (const { tool, args, summary, files } of steps) {
    const about = aboutOf(args, files);
    const last = shown.at(-1);
    if (last?.tool === tool && last.summary === summary && last.about === about) {
      last.times += 1;
      last.files.push(...files.filter((path) => !last.files.includes(path)));
    } else {
      shown.push({ tool, about, summary, files: [...files], times: 1 });
    }
  }
  return shown;
}

function aboutOf(args: AccountStep["args"], files: readonly string[]): string {
  return Object.entries(args)
    .map(([name, value]) => valueText(name, value))
    .filter((text) => text !== "" && !files.includes(text))
    .join(" · ");
}
