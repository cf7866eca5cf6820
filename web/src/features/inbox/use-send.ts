import { useState } from "react";
import { sendMessage } from "@/api/inbox";
import { isDecided } from "@/api/needs";
import { sendSuggestion } from "@/api/suggestions";
import { type DraftedReply, noDraft, useDraft } from "@/lib/drafts";
import { useMutation } from "@/lib/mutation";
import { randomId } from "@/lib/random-id";
import { isGone, useOvertaken } from "./use-overtaken";

/** Writes to the contact: own words, or a drafted reply as it is or changed. */
export function useSend(threadId: string) {
  const { draft, change } = useDraft(threadId);
  const { from } = draft;
  const [refusal, setRefusal] = useState({ suggestion: "", words: "" });
  const refused = from !== null && refusal.suggestion === from.suggestion;
  const happened = useOvertaken(threadId, from) ?? (refused ? refusal.words : null);
  // What was written on meanwhile stays.
  const sent = (text: string) => change((now) => (now.text.trim() === text ? noDraft : now));
  const words = sendMessage(threadId);
  const own = useMutation({
    ...words,
    // Only once it stands among the messages, also if somebody has gone on to another conversation.
    onSettled: async (...told) => {
      await words.onSettled?.(...told);
      const [, error, { text }] = told;
      if (error === null) sent(text);
    },
  });
  const reply = useMutation(sendSuggestion(from?.suggestion ?? ""));
  // That it is sent may be told before the answer to sending it is here.
  const overtaken = reply.isPending ? null : happened;
  const sendReply = ({ suggestion, option, body }: DraftedReply, text: string) =>
    reply.mutate(
      { option, ...(text !== body && { text }) },
      {
        onSuccess: () => sent(text),
        // Somebody was faster, or something newer came in.
        onError: (error) => {
          if (isOver(error)) setRefusal({ suggestion, words: error.message });
        },
      },
    );
  const sendOwn = () => {
    reply.reset();
    const clientId = draft.clientId ?? randomId();
    change((now) => ({ ...now, clientId }));
    own.mutate({ text: draft.text.trim(), client_id: clientId });
  };
  const send = () => {
    if (from === null) return sendOwn();
    // What may be a second answer does not leave by a mere Enter.
    if (overtaken !== null) return setRefusal({ suggestion: from.suggestion, words: overtaken });
    own.reset();
    sendReply(from, draft.text.trim());
  };
  return {
    draft,
    write: (text: string) => change((now) => ({ text, from: text === "" ? null : now.from, clientId: null })),
    /** Takes a drafted reply over. Own words stay before it. */
    use: (next: DraftedReply) =>
      change(({ text, from: before }) => {
        const untouched = before !== null && text === before.body;
        const own = untouched || text.trim() === "" ? "" : `${text.trimEnd()}\n`;
        return { text: own + next.body, from: next, clientId: null };
      }),
    /** What is written is one's own from now on, if it began as a reply of this suggestion. */
    disown: (suggestion: string) =>
      change((now) => (now.from?.suggestion === suggestion ? { ...now, from: null } : now)),
    send,
    /** Sends what is written as one's own words, whatever it began as. */
    sendOwn,
    /** What happened since to the reply it began as, and whether sending it was refused for that. */
    overtaken,
    refused,
    pending: own.isPending || reply.isPending,
    failure: own.error ?? (isOver(reply.error) ? null : reply.error),
  };
}

function isOver(error: unknown): boolean {
  return isDecided(error) || isGone(error);
}
