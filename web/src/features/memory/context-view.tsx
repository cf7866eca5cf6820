import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { threadContextQuery } from "@/api/threads";
import type { ThreadContext } from "@/api/types";
import { InlineError } from "@/components/inline-error";
import { RowsSkeleton } from "@/components/list-skeleton";
import { Section } from "@/components/ui/section";
import { formatDateTime } from "@/lib/format";
import { HitList } from "./hit-list";
import { TokenBar } from "./token-bar";

/** What the next turn of a conversation would start from. */
export function ContextView({ threadId }: { threadId: string }) {
  const { data, error, refetch } = useQuery(threadContextQuery(threadId));
  return (
    <Section
      title="What the next turn starts from"
      description="Everything the model would be told before the next message."
    >
      {error && <InlineError error={error} onRetry={() => void refetch()} />}
      {!error && !data && <RowsSkeleton />}
      {!error && data && <Context context={data} />}
    </Section>
  );
}

function Context({ context }: { context: ThreadContext }) {
  const { blocks, memories } = context;
  return (
    <>
      <TokenBar tokens={context.tokens} />
      <div className="flex flex-col gap-2">
        <h3 className="font-medium">Blocks</h3>
        {blocks.length === 0 ? (
          <p className="text-muted">None.</p>
        ) : (
          <ul aria-label="Blocks in the prompt" className="flex flex-wrap gap-x-3 gap-y-1">
            {blocks.map(({ id, label, scope, agent_id }) => (
              <li key={id}>
                <Link
                  to="/memory/blocks/$label"
                  params={{ label }}
                  search={{ scope, ...(agent_id && { agent: agent_id }) }}
                  className="rounded-sm font-mono text-[0.8125rem] text-accent-text hover:underline"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex flex-col gap-2">
        <h3 className="font-medium">Memories</h3>
        <p className="text-muted">{lookupWords(context)}</p>
        {memories.length > 0 && <HitList label="Memories in the prompt" hits={memories} />}
      </div>
    </>
  );
}

const paths: Record<string, string> = {
  none: "Nothing was looked for: there is nothing to ask about yet.",
  fast: "Looked for with one search.",
  smart: "Looked for with several searches.",
};

function lookupWords({ path, cached, cached_until }: ThreadContext): string {
  const how = paths[path] ?? `Looked for in this way: ${path}.`;
  if (!cached) return how;
  return `${how} Kept from before${cached_until ? `, until ${formatDateTime(cached_until)}` : ""}.`;
}
