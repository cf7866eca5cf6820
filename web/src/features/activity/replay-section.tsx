import { CircleAlert, CircleCheck, RotateCcw } from "lucide-react";
import { replayTurn } from "@/api/turns";
import type { Replay } from "@/api/types";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { plural } from "@/lib/format";
import { useMutation } from "@/lib/mutation";

/** Runs the turn again from its record, which asks nobody and changes nothing. */
export function ReplaySection({ turnId }: { turnId: string }) {
  const { mutate, isPending, data, error } = useMutation(replayTurn(turnId));
  return (
    <Section
      title="Replay"
      description="Runs the turn again from its record and compares. No model is asked and nothing is sent."
    >
      <Button className="self-start" pending={isPending} onClick={() => mutate()}>
        <RotateCcw aria-hidden /> Replay
      </Button>
      <div role="status" className="empty:hidden">
        {data && <Verdict replay={data} />}
      </div>
      <FormError failure={error} fields={[]} />
    </Section>
  );
}

function Verdict({ replay }: { replay: Replay }) {
  const questions = plural(replay.questions, "question");
  if (replay.faithful) {
    return (
      <p className="flex items-center gap-2">
        <CircleCheck aria-hidden className="size-4 shrink-0 text-accent" />
        Everything is as it was: {questions} to the model came out the same, and so did the end.
      </p>
    );
  }
  return (
    <div className="flex items-start gap-2">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <ul>
        {replay.different.length > 0 && <li>Steps with another question: {replay.different.join(", ")}.</li>}
        {replay.unasked.length > 0 && <li>Steps nobody asked for this time: {replay.unasked.join(", ")}.</li>}
        {!replay.same_end && <li>The turn ended in another way.</li>}
        <li className="text-muted">
          The program has changed since this turn, or its record has. {questions} were compared.
        </li>
      </ul>
    </div>
  );
}
