import { BookOpen, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Names } from "@/api/names";
import type { TurnDetail, TurnStep } from "@/api/types";
import { Disclosure } from "@/components/disclosure";
import { Folded } from "@/components/folded";
import { Said } from "@/components/said";
import { Badge } from "@/components/ui/badge";
import { formatDuration, plural } from "@/lib/format";
import { prettyJson } from "@/lib/json";
import { toolLabel } from "@/lib/tools";
import { arrivals, readAnswer, readReports, refusedCalls } from "@/lib/turn.logic";
import { CallView } from "./call-view";
import { ContextStep } from "./context-step";
import { kindOf } from "./step-kind";
import { contextOf } from "./timeline.logic";

/** The steps of a turn, in their order. */
export function StepTimeline({ detail, names }: { detail: TurnDetail; names: Names }) {
  const refused = refusedCalls(detail);
  const context = contextOf(detail.artifacts);
  const scope = names.contactScope(detail.turn.thread_id);
  return (
    <section aria-labelledby="steps" className="flex flex-col gap-3">
      <h2 id="steps" className="text-[0.9375rem] font-semibold tracking-tight">
        Steps
      </h2>
      <ol className="flex flex-col">
        {context && (
          <Row icon={BookOpen} title="Found what it knows">
            <ContextStep {...{ context, scope }} />
          </Row>
        )}
        {detail.steps.map((step) => (
          <Row key={step.no} id={`step-${step.no}`} {...kindOf(step)} facts={<StepFacts step={step} />}>
            <StepContent {...{ step, detail, names, scope }} />
            {step.error && <p className="rounded-md bg-danger-soft px-3 py-2 text-danger">{step.error}</p>}
          </Row>
        ))}
      </ol>
      {refused.length > 0 && (
        <div className="flex flex-col gap-2">
          <h3 className="font-medium">Refused before they were made</h3>
          {refused.map((call) => (
            <CallView key={call.id} {...{ call, names, scope }} />
          ))}
        </div>
      )}
    </section>
  );
}

interface RowProps {
  id?: string;
  icon: LucideIcon;
  title: string;
  facts?: ReactNode;
  children: ReactNode;
}

function Row({ id, icon: Icon, title, facts, children }: RowProps) {
  return (
    <li id={id} className="group relative flex scroll-mt-4 gap-3 pb-5 last:pb-0">
      <span aria-hidden className="absolute top-8 bottom-1 left-[0.9375rem] w-px bg-line group-last:hidden" />
      <span className="flex size-8 shrink-0 items-center justify-center rounded-full border border-line bg-raised text-muted">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2 pt-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{title}</span>
          {facts}
        </p>
        {children}
      </div>
    </li>
  );
}

function StepFacts({ step }: { step: TurnStep }) {
  return (
    <>
      {typeof step.latency_ms === "number" && (
        <span className="text-[0.8125rem] text-muted tabular-nums">{formatDuration(step.latency_ms)}</span>
      )}
      {step.status === "started" && <Badge>Under way</Badge>}
      {step.attempt > 1 && <Badge tone="warning">Begun {plural(step.attempt, "time")}</Badge>}
    </>
  );
}

interface StepContentProps {
  step: TurnStep;
  detail: TurnDetail;
  names: Names;
  scope: string | undefined;
}

function StepContent({ step, detail, names, scope }: StepContentProps) {
  if (!step.result) return null;
  if (step.kind === "tools") {
    return readReports(step, detail.artifacts).map((call) => (
      <CallView key={call.id} {...{ call, names, scope }} />
    ));
  }
  if (step.kind === "look") {
    const texts = arrivals(step);
    if (texts.length === 0) return <p className="text-muted">Nothing new had arrived.</p>;
    // biome-ignore lint/suspicious/noArrayIndexKey: what arrived in a turn never changes its place.
    return texts.map((said, index) => <Said key={index} {...said} />);
  }
  return <AnswerView result={step.result} />;
}

function AnswerView({ result }: { result: Record<string, unknown> }) {
  const { said, calls, thinking } = readAnswer(result);
  return (
    <>
      {thinking && (
        <Disclosure summary="What it thought">
          <Folded text={thinking} />
        </Disclosure>
      )}
      {said !== "" && <Folded markdown text={said} />}
      {said === "" && calls.length === 0 && <p className="text-muted">It said nothing.</p>}
      {calls.length > 0 && (
        <p className="text-muted">Asked for: {calls.map((call) => toolLabel(call.tool)).join(", ")}.</p>
      )}
      <Disclosure summary="The whole answer">
        <Folded code text={prettyJson(result)} />
      </Disclosure>
    </>
  );
}
