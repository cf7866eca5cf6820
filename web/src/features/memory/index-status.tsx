import { useQuery } from "@tanstack/react-query";
import { CircleCheck, LoaderCircle } from "lucide-react";
import { indexStatsQuery, isIndexing } from "@/api/memory";
import type { IndexStats } from "@/api/types";
import { Disclosure } from "@/components/disclosure";
import { InlineError } from "@/components/inline-error";
import { Meter } from "@/components/meter";
import { ProgressBar } from "@/components/progress-bar";
import { Skeleton } from "@/components/ui/skeleton";
import { formatBytes, formatCount, formatShare, plural } from "@/lib/format";
import { sourceCount } from "./source.logic";

/** What can be found already, what still waits, and how large the index is. */
export function IndexStatus() {
  const { data, error, refetch } = useQuery(indexStatsQuery);
  if (data) return <Status stats={data} />;
  if (error) return <InlineError error={error} onRetry={() => void refetch()} />;
  return <Skeleton className="h-10 rounded-lg" />;
}

function Status({ stats }: { stats: IndexStats }) {
  const { passages, embedding, index } = stats;
  const total = Object.values(passages).reduce((sum, count) => sum + count, 0);
  const counts = Object.entries(passages).filter(([, count]) => count > 0);
  return (
    <section
      aria-label="Index"
      className="flex flex-col gap-2 rounded-lg border border-line bg-raised px-4 py-2.5 text-[0.8125rem]"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p role="status" className="flex items-center gap-2 font-medium">
          {isIndexing(stats) ? (
            <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-accent" />
          ) : (
            <CircleCheck aria-hidden className="size-4 shrink-0 text-accent" />
          )}
          {waitingWords(stats)}
        </p>
        <p className="text-muted tabular-nums">{plural(total, "passage")}</p>
        <div className="flex items-center gap-2 text-muted tabular-nums">
          <Meter share={index.bytes / Math.max(index.budget_bytes, 1)} className="w-16" />
          {formatBytes(index.bytes)} of {formatBytes(index.budget_bytes)} in memory
        </div>
      </div>
      {embedding.reembedding && <Reembedding {...embedding.reembedding} model={embedding.model} />}
      <Disclosure summary="What is in it">
        <p className="text-muted">
          {counts.length === 0
            ? "Nothing yet."
            : counts.map(([source, count]) => sourceCount(source, count)).join(" · ")}
        </p>
        <p className="text-muted">
          Embedded by <span className="font-mono text-xs">{embedding.model}</span> in{" "}
          {embedding.dimensions ? plural(embedding.dimensions, "dimension") : "dimensions it has yet to tell"}
          . {plural(index.scopes, "scope")} loaded.
        </p>
      </Disclosure>
    </section>
  );
}

function Reembedding({ done, total, model }: { done: number; total: number; model: string }) {
  const share = total > 0 ? done / total : 0;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-muted tabular-nums">
        Embedding everything again for {model}: {formatCount(done)} of {formatCount(total)} (
        {formatShare(share)}). Search goes on meanwhile.
      </p>
      <ProgressBar label="Embedding again" share={share} />
    </div>
  );
}

function waitingWords({ waiting: { items, files, passages }, embedding }: IndexStats): string {
  const parts = [
    items > 0 && `${plural(items, "message")} to read`,
    files > 0 && `${plural(files, "file")} to read`,
    passages > 0 && `${plural(passages, "passage")} to embed`,
  ].filter(Boolean);
  if (parts.length > 0) return `Waiting: ${parts.join(", ")}`;
  return embedding.reembedding ? "Changing the model" : "Everything can be found";
}
