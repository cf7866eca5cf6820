import { useQuery } from "@tanstack/react-query";
import type { Names } from "@/api/names";
import { approvalQuery } from "@/api/needs";
import { Arguments } from "@/components/arguments";
import { CalledResult } from "@/components/called-result";
import { DateTime } from "@/components/date-time";
import { settledWords, useDecider } from "@/components/decision";
import { Disclosure } from "@/components/disclosure";
import { InnerCalls } from "@/components/inner-calls";
import { Badge } from "@/components/ui/badge";
import { toolLabel } from "@/lib/tools";
import type { CallResult } from "@/lib/turn.logic";

const outcomes = {
  done: { label: "Done", tone: "accent" },
  failed: { label: "Failed", tone: "danger" },
  waiting: { label: "Asked a person", tone: "warning" },
} as const;

interface CallViewProps {
  call: CallResult;
  names: Names;
  /** Whose memory it may have looked into. */
  scope: string | undefined;
}

/** One call of a tool: what it was called with and what came of it. */
export function CallView({ call, names, scope }: CallViewProps) {
  const { label, tone } = outcomes[call.outcome];
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-md border border-line px-3 py-2.5">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {toolLabel(call.tool)} <Badge tone={tone}>{label}</Badge>
      </p>
      {call.inner.length > 0 && <InnerCalls calls={call.inner} />}
      {Object.keys(call.args).length > 0 && (
        <Disclosure summary="Called with">
          <Arguments value={call.args} explain={names.anything} />
        </Disclosure>
      )}
      {call.outcome === "waiting" ? (
        <Asked approvalId={call.approvalId} />
      ) : (
        <CalledResult text={call.text} scope={scope} />
      )}
    </div>
  );
}

/** What became of the question by now, which may be long after the turn. */
function Asked({ approvalId }: { approvalId: string }) {
  const { data } = useQuery({ ...approvalQuery(approvalId), enabled: approvalId !== "" });
  const who = useDecider(data) ?? "A person";
  if (!data?.decision) return <p className="text-muted">A person was asked. Nothing has happened yet.</p>;
  return (
    <p className="text-muted">
      {settledWords(data, who)}, <DateTime value={data.decided_at ?? data.expires_at} />.
    </p>
  );
}
