import { Bot, Hand } from "lucide-react";
import { changeHands } from "@/api/inbox";
import type { InboxThread } from "@/api/types";
import { Button } from "@/components/ui/button";
import { useMutation } from "@/lib/mutation";
import { toast, toastFailure } from "@/lib/toast";

/** Silences the agent while a person talks, and lets it answer again. */
export function TakeOverButton({ thread }: { thread: InboxThread }) {
  const { mutate, isPending } = useMutation(changeHands(thread.thread_id));
  const taken = thread.taken_over_by != null;
  const change = () =>
    mutate(taken ? "hand_back" : "take_over", {
      onSuccess: (_data, act) =>
        toast(
          act === "hand_back"
            ? `${thread.agent_name} answers what comes next.`
            : `${thread.agent_name} stays silent until you hand back.`,
        ),
      onError: (error) => toastFailure(error.message),
    });
  return (
    <Button pending={isPending} onClick={change}>
      {taken ? <Bot aria-hidden /> : <Hand aria-hidden />}
      {taken ? "Hand back" : "Take over"}
    </Button>
  );
}
