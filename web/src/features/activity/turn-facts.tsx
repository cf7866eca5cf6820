import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Names } from "@/api/names";
import type { TurnDetail } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { Badge } from "@/components/ui/badge";
import { formatCount, formatDuration, formatMicros } from "@/lib/format";
import { durationOf, outcomeOf } from "./turn.logic";

/** The turn in figures. */
export function TurnFacts({ detail: { turn, stats }, names }: { detail: TurnDetail; names: Names }) {
  const outcome = outcomeOf(turn);
  const link = "rounded-sm text-accent-text hover:underline";
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-4">
      <Fact label="Outcome">
        <Badge tone={outcome.tone}>{outcome.label}</Badge>
      </Fact>
      <Fact label="Agent">
        <Link to="/agents/$agentId" params={{ agentId: turn.agent_id }} className={link}>
          {names.agent(turn.agent_id)}
        </Link>
      </Fact>
      <Fact label="Conversation">
        <Link to="/activity" search={{ thread: turn.thread_id }} className={link}>
          {names.conversation(turn.thread_id)}
        </Link>
      </Fact>
      <Fact label="Started">
        <DateTime value={turn.started_at} />
      </Fact>
      <Fact label="Took">{formatDuration(stats.duration_ms ?? durationOf(turn, new Date()))}</Fact>
      <Fact label="Model and tool calls">
        {stats.model_calls} and {stats.tool_calls}
        {stats.failed_calls > 0 && <span className="text-danger"> ({stats.failed_calls} failed)</span>}
      </Fact>
      <Fact label="Tokens in and out">
        {formatCount(turn.input_tokens)} and {formatCount(turn.output_tokens)}
      </Fact>
      <Fact label="Cost">{formatMicros(turn.cost_micros)}</Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 bg-raised px-4 py-3">
      <dt className="text-[0.8125rem] text-muted">{label}</dt>
      <dd className="font-medium [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
