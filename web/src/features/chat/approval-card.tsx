import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Check, Pencil, ShieldQuestionMark, X } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { isAdmin, meQuery } from "@/api/me";
import { approvalQuery, decideApproval, isDecided, mayDecide } from "@/api/needs";
import type { Approval, ApprovalWord, Json } from "@/api/types";
import { Arguments } from "@/components/arguments";
import { DateTime } from "@/components/date-time";
import { settledWords, useDecider } from "@/components/decision";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { FormError, TextAreaField } from "@/components/ui/field";
import { isObject, prettyJson } from "@/lib/json";
import { useMutation } from "@/lib/mutation";
import { whyAsked } from "@/lib/rules";
import { readArguments } from "./arguments.logic";
import { type Call, callLabel, type Explain } from "./blocks.logic";

interface ApprovalCardProps {
  call: Call;
  approvalId: string;
  explain: Explain;
  /** Told once the decision is made, here or by somebody else. */
  onDecided: () => void;
}

/** A call that waits for a person, who may change what it is called with. */
export function ApprovalCard({ call, approvalId, explain, onDecided }: ApprovalCardProps) {
  const admin = isAdmin(useSuspenseQuery(meQuery).data);
  const approval = useQuery(approvalQuery(approvalId)).data;
  const { mutate, isPending, isSuccess, variables, error } = useMutation(decideApproval(approvalId));
  const [editing, setEditing] = useState(false);
  // Also after a refusal: somebody else decided, and the chat has gone on.
  const decide = (decision: ApprovalWord, args?: Json) =>
    mutate({ decision, ...(args && { arguments: args }) }, { onSettled: onDecided });
  const pending = (decision: ApprovalWord) => isPending && variables.decision === decision;
  const asked = approval?.arguments ?? (isObject(call.input) ? call.input : {});
  const mine = approval === undefined || mayDecide(approval, admin);
  const who = useDecider(approval) ?? "Somebody else";
  const settled = approval?.decision ? approval : undefined;
  // Decided here or elsewhere: the buttons are of no use any more, and the chat may take a while to say so.
  const over = settled !== undefined || isSuccess || isDecided(error);
  const decidedElsewhere = settled !== undefined && !isSuccess;
  useEffect(() => {
    if (decidedElsewhere) onDecided();
  }, [decidedElsewhere, onDecided]);
  return (
    <section
      aria-label={`Approval: ${callLabel(call.tool)}`}
      className="flex min-w-0 flex-col gap-3 rounded-lg border border-line-strong/60 bg-raised p-4 shadow-raised"
    >
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <ShieldQuestionMark aria-hidden className="size-4 text-muted" />
        {callLabel(call.tool)}{" "}
        {over ? (
          <Badge>Decided</Badge>
        ) : (
          <Badge tone="warning">{mine ? "Waits for you" : "Waits for an admin"}</Badge>
        )}
      </p>
      {settled && <p role="status">{settledWords(settled, who)}.</p>}
      {!over && <Why approval={approval} />}
      {editing && !over ? (
        <EditArguments
          original={asked}
          pending={isPending}
          onApprove={(args) => decide("approve", args)}
          onClose={() => setEditing(false)}
        />
      ) : (
        <Arguments value={asked} explain={explain} />
      )}
      {!settled && <FormError failure={error} fields={[]} />}
      {mine && !editing && !over && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" pending={pending("approve")} onClick={() => decide("approve")}>
            <Check aria-hidden /> Approve
          </Button>
          <Button pending={pending("deny")} onClick={() => decide("deny")}>
            <X aria-hidden /> Deny
          </Button>
          <Button variant="ghost" onClick={() => setEditing(true)}>
            <Pencil aria-hidden /> Edit
          </Button>
        </div>
      )}
    </section>
  );
}

function Why({ approval }: { approval: Approval | undefined }) {
  return (
    <p>
      {approval && `${whyAsked(approval.rule, approval.tool)} `}
      <span className="text-muted">
        Nothing has happened yet.
        {approval && (
          <>
            {" Expires "}
            <DateTime value={approval.expires_at} />.
          </>
        )}
      </span>
    </p>
  );
}

interface EditArgumentsProps {
  original: Json;
  pending: boolean;
  onApprove: (args: Json) => void;
  onClose: () => void;
}

function EditArguments({ original, pending, onApprove, onClose }: EditArgumentsProps) {
  const [problem, setProblem] = useState<Error | null>(null);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readArguments(String(new FormData(event.currentTarget).get("arguments") ?? ""));
    setProblem("problem" in read ? new Error(read.problem) : null);
    if ("value" in read && !pending) onApprove(read.value);
  };
  return (
    <form className="flex flex-col gap-3" onSubmit={onSubmit}>
      <TextAreaField
        name="arguments"
        label="Arguments"
        hint="As JSON. The tool is called with exactly this."
        defaultValue={prettyJson(original)}
        spellCheck={false}
        autoFocus
      />
      <FormError failure={problem} fields={[]} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={pending}>
          Approve with changes
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
