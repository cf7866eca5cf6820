import { Decision } from "@/components/decision";
import { Folded } from "@/components/folded";
import { readDecision } from "@/lib/decision";

interface SaidProps {
  who: "user" | "assistant";
  text: string;
  /** Where it came from, such as `member` or `approval`. */
  from?: string | null | undefined;
}

/** What was said: agents write Markdown, people write what they write, and decisions are told with names. */
export function Said({ who, text, from }: SaidProps) {
  const decided = from === "approval" ? readDecision(text) : null;
  return decided ? <Decision decided={decided} /> : <Folded markdown={who === "assistant"} text={text} />;
}
