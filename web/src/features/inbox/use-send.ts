import { sendMessage } from "@/api/inbox";
import { isDecided } from "@/api/needs";
import { sendSuggestion } from "@/api/suggestions";
import type { Suggestion } from "@/api/types";
import { noDraft, useDraft } from "@/lib/drafts";
import { useMutation } from "@/lib/mutation";
import { randomId } from "@/lib/random-id";

/** Writes to the contact: own words, or a drafted reply as it is or changed. */
export function useSend(threadId: string, suggestion: Suggestion | undefined) {
  const { draft, change } = useDraft(threadId);
  const began = draft.from?.suggestion === suggestion?.id ? draft.from : null;
  const bodyOf = (option: number) => suggestion?.options?.[option]?.body ?? "";
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
  const reply = useMutation({
    ...sendSuggestion(began?.suggestion ?? ""),
    onSuccess: (_data, { option, text }) => void sent(text ?? bodyOf(option)),
    // Somebody was faster, or something newer came in: what is written is then one's own.
    onError: (error) => void (isDecided(error) && change((now) => ({ ...now, from: null }))),
  });
  const send = () => {
    const text = draft.text.trim();
    if (began !== null) {
      own.reset();
      return reply.mutate({ option: began.option, ...(text !== bodyOf(began.option) && { text }) });
    }
    reply.reset();
    const clientId = draft.clientId ?? randomId();
    change((now) => ({ ...now, clientId }));
    own.mutate({ text, client_id: clientId });
  };
  return {
    draft,
    write: (text: string) => change((now) => ({ text, from: text === "" ? null : now.from, clientId: null })),
    /** Takes a drafted reply over. Own words stay before it. */
    use: (from: NonNullable<typeof draft.from>, body: string) =>
      change(({ text, from: before }) => {
        const untouched = before !== null && text === bodyOf(before.option);
        const own = untouched || text.trim() === "" ? "" : `${text.trimEnd()}\n`;
        return { text: own + body, from, clientId: null };
      }),
    send,
    pending: own.isPending || reply.isPending,
    failure: own.error ?? reply.error,
  };
}
