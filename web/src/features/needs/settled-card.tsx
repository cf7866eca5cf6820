import { useQuery } from "@tanstack/react-query";
import { UserCheck, X } from "lucide-react";
import { approvalQuery } from "@/api/needs";
import { Card } from "@/components/card";
import { DateTime } from "@/components/date-time";
import { settledWords, useDecider } from "@/components/decision";
import { Button } from "@/components/ui/button";
import { toolLabel } from "@/lib/tools";

/** A question that somebody else decided, or that nobody decided in time, while it was on screen. */
export function SettledCard({ id, onDismiss }: { id: string; onDismiss: () => void }) {
  const approval = useQuery(approvalQuery(id)).data;
  const who = useDecider(approval) ?? "Somebody else";
  if (!approval) return null;
  return (
    <Card
      icon={<UserCheck aria-hidden />}
      title={toolLabel(approval.tool)}
      detail={
        <span role="status">
          {settledWords(approval, who)} {approval.decided_at && <DateTime value={approval.decided_at} />}
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
