import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MessageSquareReply, Send, X } from "lucide-react";
import { useState } from "react";
import { lastInboundQuery } from "@/api/inbox";
import type { Names } from "@/api/names";
import { dismissSuggestion, sendSuggestion } from "@/api/suggestions";
import type { Suggestion } from "@/api/types";
import { Card } from "@/components/card";
import { Folded } from "@/components/folded";
import { SuggestedReplies } from "@/components/suggested-replies";
import { Button } from "@/components/ui/button";
import { FormError, TextAreaField } from "@/components/ui/field";
import { focusHeading } from "@/lib/focus";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { linkStyle, Origin } from "./origin";

/** Replies that an agent drafted: one is picked, changed where it must be, and sent; or none. */
export function SuggestionCard({ suggestion, names }: { suggestion: Suggestion; names: Names }) {
  const options = suggestion.options ?? [];
  const who = names.contact(suggestion.contact_id) ?? "a contact";
  const [picked, setPicked] = useState(0);
  const [text, setText] = useState(options[0]?.body ?? "");
  const send = useMutation(sendSuggestion(suggestion.id));
  const dismiss = useMutation(dismissSuggestion(suggestion.id));
  const pick = (place: number) => {
    setPicked(place);
    setText(options[place]?.body ?? "");
  };
  const changed = text !== options[picked]?.body;
  return (
    <Card
      icon={<MessageSquareReply aria-hidden />}
      title={`Reply to ${who}`}
      detail={<Whence {...{ suggestion, names }} />}
      actions={
        options.length > 0 && (
          <>
            <Button
              variant="primary"
              pending={send.isPending}
              disabled={text.trim() === ""}
              onClick={() =>
                send.mutate({ option: picked, ...(changed && { text }) }, over(`On its way to ${who}.`))
              }
            >
              <Send aria-hidden /> {changed ? "Send as changed" : "Send"}
            </Button>
            <Button
              pending={dismiss.isPending}
              onClick={() => dismiss.mutate(undefined, over("Put aside. Nothing was sent."))}
            >
              <X aria-hidden /> Send none
            </Button>
          </>
        )
      }
    >
      <TheirWords thread={suggestion.thread_id} who={who} />
      <SuggestedReplies {...{ options, picked }} onPick={pick} />
      <TextAreaField
        label="What is sent"
        name="text"
        hint="It leaves as your own message, from the number they wrote to."
        value={text}
        rows={3}
        maxLength={1600}
        onChange={(event) => setText(event.target.value)}
      />
      <FormError failure={send.error ?? dismiss.error} fields={[]} />
    </Card>
  );
}

/** What is said and done once a suggestion is decided, and its card goes. */
const over = (said: string) => ({
  onSuccess: () => {
    toast(said);
    focusHeading();
  },
});

function Whence({ suggestion, names }: { suggestion: Suggestion; names: Names }) {
  return (
    <Origin names={names} agent={suggestion.agent_id} turn={suggestion.turn_id} at={suggestion.created_at}>
      {" · "}
      <Link to="/inbox/$threadId" params={{ threadId: suggestion.thread_id }} className={linkStyle}>
        See the conversation
      </Link>
    </Origin>
  );
}

/** What the drafts answer. Without it they can still be sent: the conversation has it too. */
function TheirWords({ thread, who }: { thread: string; who: string }) {
  const message = useQuery(lastInboundQuery(thread)).data;
  if (!message?.text) return null;
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="text-[0.8125rem] text-muted">{who} wrote</figcaption>
      <blockquote className="rounded-md bg-sunken px-3 py-2">
        <Folded text={message.text} />
      </blockquote>
    </figure>
  );
}
