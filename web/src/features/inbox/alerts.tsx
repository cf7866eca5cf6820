import { Link } from "@tanstack/react-router";
import { Check, CirclePause, Hand, Play, ShieldQuestionMark } from "lucide-react";
import type { ReactNode } from "react";
import { type Needs, releaseHeld, resolveNotice } from "@/api/needs";
import type { Notice } from "@/api/types";
import { Folded } from "@/components/folded";
import { Button, buttonStyle } from "@/components/ui/button";
import { FormError } from "@/components/ui/field";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

interface AlertsProps {
  threadId: string;
  held: boolean;
  needs: Needs | undefined;
}

/** What a person must see to before the conversation goes on as it should. */
export function Alerts({ threadId, held, needs }: AlertsProps) {
  const here = (it: { thread_id?: string | null }) => it.thread_id === threadId;
  const notices = needs?.notices.filter(here) ?? [];
  const decisions = [...(needs?.approvals ?? []), ...(needs?.reviews ?? [])].filter(here);
  return (
    <>
      {held && <Held threadId={threadId} />}
      {decisions.length > 0 && <Undecided />}
      {notices
        // Releasing the conversation ends the notice that it is on hold.
        .filter(({ kind }) => kind !== "held")
        .map((notice) => (
          <Noticed key={notice.id} notice={notice} />
        ))}
    </>
  );
}

function Undecided() {
  const action = (
    <Link to="/needs-you" className={buttonStyle()}>
      Decide
    </Link>
  );
  return (
    <Alert icon={<ShieldQuestionMark aria-hidden />} failure={null} action={action}>
      <p>Something here waits for a decision.</p>
    </Alert>
  );
}

function Held({ threadId }: { threadId: string }) {
  const { mutate, isPending, error } = useMutation(releaseHeld);
  return (
    <Alert
      icon={<CirclePause aria-hidden />}
      failure={error}
      action={
        <Button
          pending={isPending}
          onClick={() => mutate(threadId, { onSuccess: () => toast("The conversation goes on.") })}
        >
          <Play aria-hidden /> Release
        </Button>
      }
    >
      <p>The conversation is on hold: the agent answers nothing until somebody releases it.</p>
    </Alert>
  );
}

function Noticed({ notice }: { notice: Notice }) {
  const { mutate, isPending, error } = useMutation(resolveNotice);
  return (
    <Alert
      icon={<Hand aria-hidden />}
      failure={error}
      action={
        <Button pending={isPending} onClick={() => mutate(notice.id, { onSuccess: () => toast("Noted.") })}>
          <Check aria-hidden /> Done
        </Button>
      }
    >
      <Folded text={notice.text ?? "What this is about was forgotten."} />
    </Alert>
  );
}

interface AlertProps {
  icon: ReactNode;
  failure: unknown;
  action: ReactNode;
  children: ReactNode;
}

function Alert({ icon, failure, action, children }: AlertProps) {
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line bg-warning-soft px-4 py-2 md:px-6">
      <div className="flex items-start gap-2.5 text-warning-text [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
        {icon}
        <div className="min-w-0 flex-1">{children}</div>
        {action}
      </div>
      <FormError failure={failure} fields={[]} />
    </div>
  );
}
