import { Folded } from "@/components/folded";
import { FoundPassages } from "@/components/found-passages";
import { readFound } from "@/lib/citation";

/** What came of a call of a tool. What it found in memory leads to where that came from. */
export function CalledResult({ text, scope }: { text: string; scope?: string | undefined }) {
  const found = readFound(text);
  return found ? <FoundPassages {...{ found, scope }} /> : <Folded text={text} />;
}
