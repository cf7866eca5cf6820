import { FoundPassages } from "@/components/found-passages";
import { plural } from "@/lib/format";
import type { FoundContext } from "./timeline.logic";

/** What was found before the model was asked. */
export function ContextStep({ context, scope }: { context: FoundContext; scope: string | undefined }) {
  const { blocks, memories, summary } = context;
  const parts = [
    blocks.length > 0 && `${plural(blocks.length, "block")} (${blocks.join(", ")})`,
    summary && "a summary of what was said before",
    memories.length > 0 && (memories.length === 1 ? "1 memory" : `${memories.length} memories`),
  ].filter(Boolean);
  return (
    <>
      <p className="text-muted">
        {parts.length === 0 ? "Nothing but the conversation itself." : `${parts.join(", ")}.`}
      </p>
      {memories.length > 0 && <FoundPassages found={memories} scope={scope} />}
    </>
  );
}
