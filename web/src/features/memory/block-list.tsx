import { useSuspenseQuery } from "@tanstack/react-query";
import { Blocks } from "lucide-react";
import { blocksQuery } from "@/api/memory";
import { namesQuery } from "@/api/names";
import { EmptyState } from "@/components/empty-state";
import { BlockCard } from "./block-card";

export function BlockList({ scope }: { scope: string }) {
  const blocks = useSuspenseQuery(blocksQuery(scope)).data.items;
  const names = useSuspenseQuery(namesQuery).data;
  if (blocks.length === 0) {
    return (
      <EmptyState icon={Blocks} title="No blocks">
        <p>A block is a short text that stands in every prompt. Blocks you or an agent add appear here.</p>
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="blocks">
      <h2 id="blocks" className="sr-only">
        Blocks
      </h2>
      <ul aria-labelledby="blocks" className="flex flex-col gap-3">
        {blocks.map((block) => (
          <BlockCard key={block.id} {...{ block, names }} />
        ))}
      </ul>
    </section>
  );
}
