import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { MessageSquareReply, Send, X } from "lucide-react";
import { useId, useState } from "react";
import type { Names } from "@/api/names";
import { dismissSuggestion, sendSuggestion } from "@/api/suggestions";
import type { Suggestion } from "@/api/types";
import { Card } from "@/components/card";
import { Button } from "@/components/ui/button";
import { FormError, TextAreaField } from "@/components/ui/field";
import { focusHeading } from "@/lib/focus";
import { toast } from "@/lib/toast";
import { Origin } from "./origin";
import { confidenceWords } from "./words.logic";

/** Replies that an agent drafted: one is picked, changed where it must be, and sent; or none. */
export function SuggestionCard({ suggestion, names }: { suggestion: Suggestion; names: Names }) {
  const options = suggestion.options ?? [];
  const [picked, setPicked] = useState(0);
  const [text, setText] = useState(options[0]?.body ?? "");
  const group = useId();
  const send = useMutation(sendSuggestion(suggestion.id));
  const dismiss = useMutation(dismissSuggestion(suggestion.id));
  const over = (said: string) => ({
    onSuccess: () => {
      toast(said);
      focusHeading();
    },
  });
  const who = names.contact(suggestion.contact_id) ?? "a contact";
  const pick = (place: number) => {
    setPicked(place);
    setText(options[place]?.body ?? "");
  };
  const changed = text !== options[picked]?.body;
  return (
    <Card
      icon={<MessageSquareReply aria-hidden />}
      title={`Reply to ${who}`}
      detail={
        <Origin
          names={names}
          agent={suggestion.agent_id}
          turn={suggestion.turn_id}
          at={suggestion.created_at}
        >
          {" · "}
          <Link
            to="/threads/$threadId/messages"
            params={{ threadId: suggestion.thread_id }}
            className="rounded-sm font-medium text-accent-text hover:underline"
          >
            See the conversation
          </Link>
        </Origin>
      }
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
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">Drafts of the agent</legend>
        {options.map((option, place) => (
          <label
            key={option.body}
            className={clsx(
              "flex cursor-pointer gap-3 rounded-md border px-3 py-2",
              place === picked ? "border-accent bg-sunken" : "border-line hover:bg-sunken",
            )}
          >
            <input
              type="radio"
              name={group}
              checked={place === picked}
              onChange={() => pick(place)}
              className="mt-1"
            />
            <span className="min-w-0">
              <span dir="auto" className="block break-words whitespace-pre-wrap">
                {option.body}
              </span>
              {option.confidence != null && (
                <span className="text-[0.8125rem] text-muted">{confidenceWords(option.confidence)}</span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
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
