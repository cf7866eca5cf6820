import { useQuery } from "@tanstack/react-query";
import { MessageCircleQuestionMark } from "lucide-react";
import type { Names } from "@/api/names";
import { attemptsQuery, decideEffect } from "@/api/needs";
import type { Effect, ReviewDecision } from "@/api/types";
import { Card } from "@/components/card";
import { DateTime } from "@/components/date-time";
import { Disclosure } from "@/components/disclosure";
import { Folded } from "@/components/folded";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/field";
import { focusHeading } from "@/lib/focus";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { Origin } from "./origin";
import { whatHappened } from "./words.logic";

const said: Record<ReviewDecision, string> = {
  was_sent: "Noted as sent.",
  send_again: "It is being sent.",
  drop: "Dropped. Nothing more is sent.",
};

export function ReviewCard({ effect, names }: { effect: Effect; names: Names }) {
  const { mutate, isPending, variables, error } = useMutation(decideEffect(effect.id));
  const tried = effect.attempts > 0;
  const button = (decision: ReviewDecision, label: string) => (
    <Button
      pending={isPending && variables === decision}
      onClick={() =>
        mutate(decision, {
          onSuccess: () => {
            toast(said[decision]);
            focusHeading();
          },
        })
      }
    >
      {label}
    </Button>
  );
  const who = names.contact(effect.contact_id);
  return (
    <Card
      icon={<MessageCircleQuestionMark aria-hidden />}
      title={`To ${[who, effect.message?.to].filter(Boolean).join(", ") || "a forgotten contact"}`}
      detail={
        <Origin
          names={names}
          agent={effect.agent_id}
          thread={effect.thread_id}
          turn={effect.turn_id}
          at={effect.created_at}
        />
      }
      actions={
        <>
          {tried && button("was_sent", "It was sent")}
          {button("send_again", tried ? "Send again" : "Send it")}
          {button("drop", "Drop")}
        </>
      }
    >
      {effect.message && (
        <blockquote className="rounded-md bg-sunken px-3 py-2">
          <Folded text={effect.message.text} />
        </blockquote>
      )}
      <p>{whatHappened(effect)}</p>
      <p className="text-muted">
        {tried
          ? "Look at the carrier’s own list of messages. If it is there, it was sent. Sending again may reach the person twice; dropping it may mean that it never does."
          : "Send it if the person should get it all the same. Dropping it means that they never do."}
      </p>
      {tried && <Attempts id={effect.id} />}
      <FormError failure={error} fields={[]} />
    </Card>
  );
}

function Attempts({ id }: { id: string }) {
  const attempts = useQuery(attemptsQuery(id)).data ?? [];
  if (attempts.length === 0) return null;
  return (
    <Disclosure summary="Every try">
      <ol className="flex flex-col gap-1 text-[0.8125rem]">
        {attempts.map((attempt) => (
          <li key={attempt.no}>
            {attempt.no}. <DateTime value={attempt.started_at} />: {attempt.outcome ?? "no answer"}
            {attempt.status && ` (status ${attempt.status})`}
            {attempt.detail && ` – ${attempt.detail}`}
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}
