import { clsx } from "clsx";
import { Hammer, UserRound } from "lucide-react";
import { Arguments } from "@/components/arguments";
import { CalledResult } from "@/components/called-result";
import { Disclosure } from "@/components/disclosure";
import { InnerCalls } from "@/components/inner-calls";
import { Badge } from "@/components/ui/badge";
import { isObject } from "@/lib/json";
import { type Call, type CallState, callLabel, type Explain } from "./blocks.logic";
import { useOutcome } from "./outcomes";

const callStates: Record<CallState, { label: string; tone: "neutral" | "accent" | "warning" | "danger" }> = {
  running: { label: "Running", tone: "neutral" },
  done: { label: "Done", tone: "accent" },
  failed: { label: "Failed", tone: "danger" },
  waiting: { label: "Waits for you", tone: "warning" },
  approved: { label: "Approved", tone: "accent" },
  denied: { label: "Denied", tone: "neutral" },
};

/** What a person agreed to may fail all the same. */
const outcomes = {
  done: { label: "Approved and done", tone: "accent" },
  failed: { label: "Approved, but it failed", tone: "danger" },
} as const;

/** One call of a tool: what it is in words, and the rest for those who ask. */
export function ToolCard({ call, explain }: { call: Call; explain: Explain }) {
  const decided = useOutcome(call.state === "approved" ? call.approvalId : null);
  const { label, tone } = decided?.outcome ? outcomes[decided.outcome] : callStates[call.state];
  const failed = call.state === "failed" || decided?.outcome === "failed";
  const result = call.result ?? decided?.told ?? "";
  const reason = call.tool === "escalate_to_user" && isObject(call.input) ? call.input.reason : undefined;
  const Icon = reason === undefined ? Hammer : UserRound;
  return (
    <section
      aria-label={callLabel(call.tool)}
      className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-raised px-3 py-2.5"
    >
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <Icon
          aria-hidden
          className={clsx("size-4 text-muted", call.state === "running" && "animate-pulse")}
        />
        {callLabel(call.tool)} <Badge tone={tone}>{label}</Badge>
      </p>
      {typeof reason === "string" && <p className="[overflow-wrap:anywhere]">{reason}</p>}
      {call.inner.length > 0 && <InnerCalls calls={call.inner} />}
      {isObject(call.input) && Object.keys(call.input).length > 0 && reason === undefined && (
        <Disclosure summary="Called with">
          <Arguments value={call.input} explain={explain} />
        </Disclosure>
      )}
      {result !== "" && (
        <Disclosure summary={failed ? "What went wrong" : "What came of it"}>
          <CalledResult text={result} />
        </Disclosure>
      )}
    </section>
  );
}
