import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { linesQuery } from "@/api/lines";
import type { Agent } from "@/api/types";
import { InlineError } from "@/components/inline-error";
import { LoadMore } from "@/components/load-more";
import { Section } from "@/components/ui/section";

const link = "rounded-sm font-medium text-accent-text hover:underline";

/** The lines on which the agent answers. They are given to it where lines are kept. */
export function AgentLines({ agent }: { agent: Agent }) {
  const list = useInfiniteQuery(linesQuery);
  const all = list.data?.pages.flatMap((page) => page.items) ?? [];
  const lines = all.filter(({ agent_id }) => agent_id === agent.id);
  return (
    <Section title="Lines it answers on">
      {list.isError && <InlineError error={list.error} onRetry={() => void list.refetch()} />}
      {lines.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {lines.map(({ id, label, address }) => (
            <li key={id} className="[overflow-wrap:anywhere]">
              <Link to="/settings/lines" className={link}>
                {label || address}
              </Link>{" "}
              <span className="text-muted">{address}</span>
            </li>
          ))}
        </ul>
      )}
      {list.isSuccess && lines.length === 0 && !list.hasNextPage && (
        <p className="text-muted">
          None: no text reaches it. An admin chooses the agent of a line under{" "}
          <Link to="/settings/lines" className={link}>
            Lines
          </Link>
          .
        </p>
      )}
      <LoadMore {...list} />
    </Section>
  );
}
