import { Check, Pencil, ShieldQuestionMark, X } from "lucide-react";
import { useState } from "react";
import type { Names } from "@/api/names";
import { decideApproval, isDecided, mayDecide } from "@/api/needs";
import type { Approval, ApprovalWord, Json } from "@/api/types";
import { Arguments } from "@/components/arguments";
import { Card } from "@/components/card";
import { DateTime } from "@/components/date-time";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/field";
import { focusHeading } from "@/lib/focus";
import { useMutation } from "@/lib/mutation";
import { whyAsked } from "@/lib/rules";
import { toast } from "@/lib/toast";
import { toolLabel } from "@/lib/tools";
import { EditDialog } from "./edit-dialog";
import { Origin } from "./origin";

interface ApprovalCardProps {
  approval: Approval;
  names: Names;
  admin: boolean;
  /** Told before the answer arrives, and again with `false` if it was refused. */
  onDecide: (id: string, mine: boolean) => void;
}

const soon = 60 * 60 * 1000;

export function ApprovalCard({ approval, names, admin, onDecide }: ApprovalCardProps) {
  const [editing, setEditing] = useState(false);
  const { mutate, isPending, isSuccess, variables, error } = useMutation(decideApproval(approval.id));
  const decide = (decision: ApprovalWord, args?: Json) => {
    onDecide(approval.id, true);
    mutate(
      { decision, ...(args && { arguments: args }) },
      {
        onSuccess: () => {
          setEditing(false);
          toast(decision === "approve" ? "Approved. The agent goes on." : "Denied. The agent is told.");
          focusHeading();
        },
        onError: (failure) => {
          onDecide(approval.id, false);
          if (isDecided(failure)) setEditing(false);
        },
      },
    );
  };
  const pending = (decision: ApprovalWord) => isPending && variables.decision === decision;
  const urgent = new Date(approval.expires_at).getTime() - Date.now() < soon;
  return (
    <Card
      icon={<ShieldQuestionMark aria-hidden />}
      title={
        <>
          {toolLabel(approval.tool)}
          {urgent && <Badge tone="warning">Expires soon</Badge>}
        </>
      }
      detail={
        <Origin
          names={names}
          agent={approval.agent_id}
          thread={approval.thread_id}
          turn={approval.turn_id}
          at={approval.asked_at}
        >
          {" · expires "}
          <DateTime value={approval.expires_at} />
        </Origin>
      }
      actions={
        // Gone at once: the list that this card leaves takes a moment to arrive.
        isSuccess || isDecided(error) ? null : mayDecide(approval, admin) ? (
          <>
            <Button variant="primary" pending={pending("approve")} onClick={() => decide("approve")}>
              <Check aria-hidden /> Approve
            </Button>
            <Button pending={pending("deny")} onClick={() => decide("deny")}>
              <X aria-hidden /> Deny
            </Button>
            {approval.arguments && (
              <Button variant="ghost" onClick={() => setEditing(true)}>
                <Pencil aria-hidden /> Edit
              </Button>
            )}
          </>
        ) : (
          <p className="text-muted">An admin or an owner decides this.</p>
        )
      }
    >
      <p>
        {whyAsked(approval.rule, approval.tool)} <span className="text-muted">Nothing has happened yet.</span>
      </p>
      {approval.arguments ? (
        <Arguments value={approval.arguments} explain={names.anything} />
      ) : (
        <p className="text-muted">What it is about was forgotten.</p>
      )}
      {!editing && <FormError failure={error} fields={[]} />}
      {editing && approval.arguments && (
        <EditDialog
          tool={toolLabel(approval.tool)}
          original={approval.arguments}
          explain={names.anything}
          pending={isPending}
          failure={error}
          onApprove={(args) => decide("approve", args)}
          onClose={() => setEditing(false)}
        />
      )}
    </Card>
  );
}
