import { useQuery } from "@tanstack/react-query";
import { UserCheck, X } from "lucide-react";
import { memberQuery } from "@/api/members";
import { approvalQuery } from "@/api/needs";
import type { Approval } from "@/api/types";
import { Card } from "@/components/card";
import { DateTime } from "@/components/date-time";
import { Button } from "@/components/ui/button";
import { toolLabel } from "@/lib/tools";

/** A question that somebody else decided, or that nobody decided in time, while it was on screen. */
export function SettledCard({ id, onDismiss }: { id: string; onDismiss: () => void }) {
  const approval = useQuery(approvalQuery(id)).data;
  const by = approval?.decided_by ?? "";
  const who = useQuery({ ...memberQuery(by), enabled: by !== "" }).data?.name ?? "Somebody else";
  if (!approval) return null;
  return (
    <Card
      icon={<UserCheck aria-hidden />}
      title={toolLabel(approval.tool)}
      detail={
        <span role="status">
          {outcome(approval, who)} {approval.decided_at && <DateTime value={approval.decided_at} />}
        </span>
      }
      actions={
        <Button onClick={onDismiss}>
          <X aria-hidden /> Dismiss
        </Button>
      }
    />
  );
}

function outcome(approval: Approval, who: string): string {
  switch (approval.decision) {
    case "approved":
      return approval.edited ? `${who} changed and approved this` : `${who} approved this`;
    case "denied":
      return `${who} denied this`;
    default:
      return "Nobody decided this in time";
  }
}
