import {
  CalendarX2,
  Check,
  CirclePause,
  Hand,
  type LucideIcon,
  Play,
  TimerOff,
  TriangleAlert,
} from "lucide-react";
import type { Names } from "@/api/names";
import { releaseHeld, resolveNotice } from "@/api/needs";
import type { Notice, NoticeKind } from "@/api/types";
import { Card } from "@/components/card";
import { Folded } from "@/components/folded";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/field";
import { focusHeading } from "@/lib/focus";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { Origin } from "./origin";
import { noticeTitles } from "./words.logic";

const icons: Record<NoticeKind, LucideIcon> = {
  escalated: Hand,
  held: CirclePause,
  review: TriangleAlert,
  expired: TimerOff,
  missed: CalendarX2,
  failed: TriangleAlert,
};

export function NoticeCard({ notice, names }: { notice: Notice; names: Names }) {
  const resolve = useMutation(resolveNotice);
  const release = useMutation(releaseHeld);
  const Icon = icons[notice.kind];
  const thread = notice.kind === "held" ? notice.thread_id : null;
  const done = (message: string) => () => {
    toast(message);
    focusHeading();
  };
  const letGo = (held: string) => release.mutate(held, { onSuccess: done("The conversation goes on.") });
  return (
    <Card
      icon={<Icon aria-hidden />}
      title={noticeTitles[notice.kind]}
      detail={<Origin names={names} thread={notice.thread_id} turn={notice.turn_id} at={notice.created_at} />}
      actions={
        <>
          {thread && (
            <Button variant="primary" pending={release.isPending} onClick={() => letGo(thread)}>
              <Play aria-hidden /> Release
            </Button>
          )}
          <Button
            pending={resolve.isPending}
            onClick={() => resolve.mutate(notice.id, { onSuccess: done("Noted.") })}
          >
            <Check aria-hidden /> {thread ? "Leave on hold" : "Done"}
          </Button>
        </>
      }
    >
      <Folded text={notice.text ?? "What this is about was forgotten."} />
      {thread && (
        <p className="text-muted">
          Find out why it failed first. Release lets the agent work on what arrived meanwhile.
        </p>
      )}
      <FormError failure={release.error ?? resolve.error} fields={[]} />
    </Card>
  );
}
