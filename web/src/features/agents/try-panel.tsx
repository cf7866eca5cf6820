import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Play, Square } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { keys } from "@/api/keys";
import { stopTurn, tryTurn } from "@/api/try-turn";
import type { Agent } from "@/api/types";
import { Disclosure } from "@/components/disclosure";
import { Button } from "@/components/ui/button";
import { FormError, SelectField, TextAreaField } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { submitted } from "@/lib/form";
import { formatCount, plural } from "@/lib/format";
import { after, nothingYet, type Run, scriptOf, wayOf } from "./try.logic";
import { TryOutput } from "./try-output";

/** Tells the agent something and shows what it does, as it does it. */
export function TryPanel({ agent, admin }: { agent: Agent; admin: boolean }) {
  const { run, running, failure, start, stop } = useTry(agent.id);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { text, way, script } = submitted(event, "text", "way", "script");
    if (!running) void start(text, wayOf(way), scriptOf(script));
  };
  return (
    <Section
      title="Try it"
      description="Runs the saved agent on a conversation of its own, which only you and admins see. What it spends counts. In a rehearsal it looks things up, and nothing is sent, written or remembered."
    >
      <form className="flex flex-col gap-3" onSubmit={onSubmit}>
        <SelectField name="way" label="Try it with" failure={failure}>
          <option value="contact">A text from a contact, as a rehearsal</option>
          <option value="member">A message of yours, as a rehearsal</option>
          <option value="real">A message of yours, for real</option>
        </SelectField>
        <TextAreaField name="text" label="Say something" required maxLength={20_000} failure={failure} />
        {admin && (
          <Disclosure summary="Answer from a script instead of a model">
            <TextAreaField
              name="script"
              label="Script"
              hint="One answer a line. A line that is a JSON object is taken as the model’s whole answer, with its tool calls."
              spellCheck={false}
              failure={failure}
            />
          </Disclosure>
        )}
        <FormError failure={failure} fields={["text", "script"]} />
        <div className="flex gap-2">
          <Button type="submit" variant="primary" pending={running}>
            <Play aria-hidden /> Run
          </Button>
          {running && run.turn && (
            <Button onClick={stop}>
              <Square aria-hidden /> Stop
            </Button>
          )}
        </div>
      </form>
      <div
        role="log"
        aria-label="What happens"
        aria-busy={running}
        className="flex flex-col gap-2 empty:hidden"
      >
        {run.shown.length > 0 && <TryOutput shown={run.shown} />}
        {run.stats && <Summary run={run} stats={run.stats} />}
      </div>
    </Section>
  );
}

function Summary({ run, stats }: { run: Run; stats: NonNullable<Run["stats"]> }) {
  const tokens = stats.usage.input_tokens + stats.usage.output_tokens;
  return (
    <p className="border-t border-line pt-3 text-muted">
      Complete: {plural(stats.model_calls, "model call")}, {plural(stats.tool_calls, "tool call")}
      {stats.failed_calls > 0 && ` (${stats.failed_calls} failed)`}, {formatCount(tokens)} tokens.{" "}
      {run.turn && (
        <Link
          to="/activity/$turnId"
          params={{ turnId: run.turn }}
          className="rounded-sm font-medium text-accent-text hover:underline"
        >
          See the turn
        </Link>
      )}
    </p>
  );
}

function useTry(agentId: string) {
  const cache = useQueryClient();
  const [run, setRun] = useState(nothingYet);
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const start = async (text: string, way: ReturnType<typeof wayOf>, script: string[] | undefined) => {
    const controller = new AbortController();
    abort.current = controller;
    setRun(nothingYet);
    setFailure(null);
    setRunning(true);
    try {
      const events = tryTurn(
        { agent_id: agentId, text, ...way, ...(script && { script }) },
        controller.signal,
      );
      for await (const event of events) setRun((before) => after(before, event));
    } catch (error) {
      // Whoever left the page is not told.
      if (controller.signal.aborted) return;
      setFailure(error);
    }
    setRunning(false);
    for (const queryKey of [keys.turns, keys.needs, keys.names]) void cache.invalidateQueries({ queryKey });
  };
  const stop = () => {
    if (run.turn) stopTurn(run.turn).catch(setFailure);
  };
  return { run, running, failure, start, stop };
}
