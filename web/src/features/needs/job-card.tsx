import { RotateCcw, Wrench } from "lucide-react";
import { retryJob } from "@/api/needs";
import type { Job } from "@/api/types";
import { Card } from "@/components/card";
import { DateTime } from "@/components/date-time";
import { Folded } from "@/components/folded";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/field";
import { focusHeading } from "@/lib/focus";
import { plural } from "@/lib/format";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

export function JobCard({ job }: { job: Job }) {
  const { mutate, isPending, error } = useMutation(retryJob);
  const retry = () =>
    mutate(job.id, {
      onSuccess: () => {
        toast("It is tried again.");
        focusHeading();
      },
    });
  return (
    <Card
      icon={<Wrench aria-hidden />}
      title={job.kind.replaceAll("_", " ")}
      detail={
        <>
          Tried {plural(job.attempt, "time")} · given up <DateTime value={job.ended_at ?? job.run_at} />
        </>
      }
      actions={
        <Button pending={isPending} onClick={retry}>
          <RotateCcw aria-hidden /> Retry
        </Button>
      }
    >
      {job.error && <Folded code text={job.error} />}
      <FormError failure={error} fields={[]} />
    </Card>
  );
}
