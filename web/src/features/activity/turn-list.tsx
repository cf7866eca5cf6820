import { useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Activity, ChevronRight } from "lucide-react";
import { type Names, namesQuery } from "@/api/names";
import { type TurnFilter, turnsQuery } from "@/api/turns";
import type { Turn } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { EmptyState } from "@/components/empty-state";
import { LoadMore } from "@/components/load-more";
import { Meter } from "@/components/meter";
import { Badge } from "@/components/ui/badge";
import { List, ListRow } from "@/components/ui/list";
import { formatCount, formatDuration, formatMicros, plural } from "@/lib/format";
import { outcomeOf } from "@/lib/outcome";
import { durationOf } from "@/lib/turn.logic";

export function TurnList({ filter }: { filter: TurnFilter }) {
  const list = useSuspenseInfiniteQuery(turnsQuery(filter));
  const names = useSuspenseQuery(namesQuery).data;
  const turns = list.data.pages.flatMap((page) => page.items);
  if (turns.length === 0) {
    return (
      <EmptyState icon={Activity} title="No turns yet">
        <p>A turn is what an agent does from something that arrived to its answer. Each one appears here.</p>
      </EmptyState>
    );
  }
  const now = new Date();
  const slowest = Math.max(1, ...turns.map((turn) => durationOf(turn, now)));
  return (
    <>
      <List label="Turns">
        {turns.map((turn) => (
          <TurnRow key={turn.id} {...{ turn, names, slowest, now }} />
        ))}
      </List>
      <LoadMore {...list} />
    </>
  );
}

interface TurnRowProps {
  turn: Turn;
  names: Names;
  /** The longest duration on the page, which a full bar stands for. */
  slowest: number;
  now: Date;
}

function TurnRow({ turn, names, slowest, now }: TurnRowProps) {
  const outcome = outcomeOf(turn);
  const duration = durationOf(turn, now);
  return (
    <ListRow
      className="transition-colors hover:bg-hover"
      title={
        <>
          <Link
            to="/activity/$turnId"
            params={{ turnId: turn.id }}
            className="outline-none after:absolute after:inset-0 focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {names.agent(turn.agent_id)}
          </Link>
          <Badge tone={outcome.tone}>{outcome.label}</Badge>
          {turn.workers > 1 && <Badge tone="warning">Interrupted</Badge>}
        </>
      }
      detail={
        <>
          {names.conversation(turn.thread_id)} · <DateTime value={turn.started_at} /> ·{" "}
          {plural(turn.steps, "model call")} · {formatCount(turn.input_tokens + turn.output_tokens)} tokens ·{" "}
          {formatMicros(turn.cost_micros)}
          <span className="sm:hidden"> · {formatDuration(duration)}</span>
        </>
      }
      meta={
        <div className="flex w-36 items-center gap-2 tabular-nums">
          <Meter share={duration / slowest} className="flex-1" />
          <span className="w-16 text-right">{formatDuration(duration)}</span>
        </div>
      }
      actions={<ChevronRight aria-hidden className="size-4 text-faint" />}
    />
  );
}
