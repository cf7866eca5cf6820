import { Eye, Hammer, type LucideIcon, Sparkles } from "lucide-react";
import type { TurnStep } from "@/api/types";

const kinds: Record<string, { icon: LucideIcon; title: string }> = {
  model: { icon: Sparkles, title: "Asked the model" },
  tools: { icon: Hammer, title: "Used tools" },
  look: { icon: Eye, title: "Looked for news" },
};

/** What a step is, also one of a kind nobody here has heard of. */
export function kindOf({ kind }: TurnStep): { icon: LucideIcon; title: string } {
  return kinds[kind] ?? { icon: Eye, title: kind };
}
