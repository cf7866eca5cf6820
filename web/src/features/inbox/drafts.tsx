import { Pencil, Send, X } from "lucide-react";
import { useId, useState } from "react";
import { dismissSuggestion, sendSuggestion } from "@/api/suggestions";
import type { Suggestion } from "@/api/types";
import { SuggestedReplies } from "@/components/suggested-replies";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/field";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";

interface DraftsProps {
  suggestion: Suggestion;
  agent: string;
  /** Why nothing can be sent, if so. */
  blocked: boolean;
  /** Takes one over into where messages are written. */
  onUse: (option: number, body: string) => void;
  /** Whoever puts them aside goes on with their own words. */
  onDismissed: () => void;
}

/** What the agent would answer to the message above: one is sent as it is, or taken over and changed, or none. */
export function Drafts({ suggestion, agent, blocked, onUse, onDismissed }: DraftsProps) {
  const options = suggestion.options ?? [];
  const [picked, setPicked] = useState(0);
  const title = useId();
  const send = useMutation(sendSuggestion(suggestion.id));
  const dismiss = useMutation(dismissSuggestion(suggestion.id));
  const putAside = () => {
    onDismissed();
    toast("Put aside. Nothing was sent.");
  };
  if (options.length === 0) return null;
  const body = options[picked]?.body ?? "";
  return (
    <section
      aria-labelledby={title}
      className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-4 shadow-raised"
    >
      <h2 id={title} className="font-semibold">
        {agent} would answer
      </h2>
      <SuggestedReplies {...{ options, picked }} onPick={setPicked} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          pending={send.isPending}
          disabled={blocked}
          onClick={() => send.mutate({ option: picked })}
        >
          <Send aria-hidden /> Send
        </Button>
        <Button disabled={blocked} onClick={() => onUse(picked, body)}>
          <Pencil aria-hidden /> Use this reply
        </Button>
        <Button
          variant="ghost"
          pending={dismiss.isPending}
          onClick={() => dismiss.mutate(undefined, { onSuccess: putAside })}
        >
          <X aria-hidden /> Send none
        </Button>
      </div>
      <FormError failure={send.error ?? dismiss.error} fields={[]} />
    </section>
  );
}
