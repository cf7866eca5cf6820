import { Link } from "@tanstack/react-router";
import type { Names } from "@/api/names";
import type { TurnDetail } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { Fact, Facts } from "@/components/facts";
import { Badge } from "@/components/ui/badge";
import { formatCount, formatDuration, formatMicros } from "@/lib/format";
import { outcomeOf } from "@/lib/outcome";
import { durationOf } from "@/lib/turn.logic";

/** The turn in figures. */
export function TurnFacts({ detail: { turn, stats }, names }: { detail: TurnDetail; names: Names }) {
  const outcome = outcomeOf(turn);
  const link = "rounded-sm text-accent-text hover:underline";
  return (
    <Facts>
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
    </Facts>
  );
}
