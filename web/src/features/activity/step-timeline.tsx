import { Eye, Hammer, Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import type { Names } from "@/api/names";
import type { TurnDetail, TurnStep } from "@/api/types";
import { Disclosure } from "@/components/disclosure";
import { Folded } from "@/components/folded";
import { Badge } from "@/components/ui/badge";
import { formatDuration, plural } from "@/lib/format";
import { prettyJson } from "@/lib/json";
import { toolLabel } from "@/lib/tools";
import { CallView } from "./call-view";
import { arrivals, readAnswer, readReports, refusedCalls } from "./turn.logic";

const kinds: Record<string, { icon: typeof Eye; title: string }> = {
  model: { icon: Sparkles, title: "Asked the model" },
  tools: { icon: Hammer, title: "Used tools" },
  look: { icon: Eye, title: "Looked for news" },
};

/** The steps of a turn, in their order. */
export function StepTimeline({ detail, names }: { detail: TurnDetail; names: Names }) {
  const refused = refusedCalls(detail);
  return (
    <section aria-labelledby="steps" className="flex flex-col gap-3">
      <h2 id="steps" className="text-[0.9375rem] font-semibold tracking-tight">
        Steps
      </h2>
      <ol className="flex flex-col">
        {detail.steps.map((step) => (
          <StepRow key={step.no} step={step}>
            <StepContent {...{ step, detail, names }} />
          </StepRow>
        ))}
      </ol>
      {refused.length > 0 && (
        <div className="flex flex-col gap-2">
          <h3 className="font-medium">Refused before they were made</h3>
          {refused.map((call) => (
            <CallView key={call.id} {...{ call, names }} />
          ))}
        </div>
      )}
    </section>
  );
}

function StepRow({ step, children }: { step: TurnStep; children: ReactNode }) {
  const { icon: Icon, title } = kinds[step.kind] ?? { icon: Eye, title: step.kind };
  return (
    <li className="group relative flex gap-3 pb-5 last:pb-0">
      <span aria-hidden className="absolute top-8 bottom-1 left-[0.9375rem] w-px bg-line group-last:hidden" />
      <span className="flex size-8 shrink-0 items-center justify-center rounded-full border border-line bg-raised text-muted">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2 pt-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{title}</span>
          {step.latency_ms !== null && step.latency_ms !== undefined && (
            <span className="text-[0.8125rem] text-muted tabular-nums">
              {formatDuration(step.latency_ms)}
            </span>
          )}
          {step.status === "started" && <Badge>Under way</Badge>}
          {step.attempt > 1 && <Badge tone="warning">Begun {plural(step.attempt, "time")}</Badge>}
        </p>
        {children}
        {step.error && <p className="rounded-md bg-danger-soft px-3 py-2 text-danger">{step.error}</p>}
      </div>
    </li>
  );
}

function StepContent({ step, detail, names }: { step: TurnStep; detail: TurnDetail; names: Names }) {
  if (!step.result) return null;
  if (step.kind === "tools") {
    return readReports(step, detail.artifacts).map((call) => <CallView key={call.id} {...{ call, names }} />);
  }
  if (step.kind === "look") {
    const texts = arrivals(step);
    if (texts.length === 0) return <p className="text-muted">Nothing new had arrived.</p>;
    return <Folded text={texts.join("\n\n")} />;
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
      {said !== "" && <Folded text={said} />}
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
