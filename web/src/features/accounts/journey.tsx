import { LoaderCircle } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/section";
import { AnswerCard } from "./answer-card";
import { type Exploration, isChange, isFound } from "./exploration.logic";
import type { Opened } from "./opened";
import { StarterCard } from "./starter-card";
import { StepList } from "./step-list";
import { UpdateCard } from "./update-card";

interface JourneyProps {
  state: Exploration;
  onOpen: (opened: Opened) => void;
}

/** The way of a question: who understood it how, what was read, and what came of it. */
export function Journey({ state, onOpen }: JourneyProps) {
  const { phase, query, starter, steps, response, failure, stopped } = state;
  return (
    <section aria-label="Journey" aria-busy={phase === "running"} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 flex-1 text-base font-semibold tracking-tight [overflow-wrap:anywhere]">
          {query}
        </h2>
        <PhaseBadge state={state} />
      </div>
      {/* What came of it stands first: the way to it is for those who want to know. */}
      <Outcome {...{ response, onOpen }} />
      {failure !== null && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
          {failure}
        </p>
      )}
      {stopped && (
        <p role="status" className="rounded-md bg-sunken px-3 py-2 text-muted">
          You stopped it. A change that had begun by then may have been made.
        </p>
      )}
      {starter && <StarterCard starter={starter} routedTo={response?.routed_to ?? null} />}
      {steps.length > 0 && (
        <Section title="Steps">
          <StepList steps={steps} onOpen={onOpen} />
        </Section>
      )}
    </section>
  );
}

function Outcome({ response, onOpen }: Pick<Exploration, "response"> & Pick<JourneyProps, "onOpen">) {
  if (response?.type !== "success") return null;
  if (isChange(response)) return <UpdateCard update={response} onOpen={onOpen} />;
  if (isFound(response)) return <AnswerCard answer={response} onOpen={onOpen} />;
  return <p className="rounded-lg border border-line bg-raised px-4 py-3">{response.message}</p>;
}

function PhaseBadge({ state: { phase, stopped, response } }: { state: Exploration }) {
  return (
    <span role="status">
      {phase === "running" && (
        <span className="inline-flex items-center gap-1.5 text-muted">
          <LoaderCircle aria-hidden className="size-4 animate-spin" /> Under way
        </span>
      )}
      {phase === "completed" && <Badge tone="accent">Done</Badge>}
      {phase === "error" && <Badge tone="danger">Not done</Badge>}
      {phase.startsWith("awaiting") && <Badge tone="warning">Waits for you</Badge>}
      {phase === "idle" && (stopped || response) && <Badge>{stopped ? "Stopped" : "Put away"}</Badge>}
    </span>
  );
}
