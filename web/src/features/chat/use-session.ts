import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { chatTransport, useChat } from "@/api/chat";
import { answersQuery, type ConversationDetail } from "@/api/conversations";
import { firstMessage, forgetFirst } from "./first-message";
import { Session } from "./session";

/** Pieces of an answer are drawn together, at most this often in milliseconds. */
const drawing = 50;

/** The session of a chat for as long as its page is open. */
export function useSession(chatId: string, opened: ConversationDetail | null) {
  const cache = useQueryClient();
  const [session] = useState(() => {
    const transport = chatTransport(firstMessage(chatId)?.agentId);
    return new Session({ chatId, opened, cache, transport });
  });
  const state = useSyncExternalStore(session.subscribe, () => session.state);
  const { messages, status } = useChat({ chat: session.chat, experimental_throttle: drawing });

  useEffect(() => {
    let open = true;
    // A page that is taken down at once, as React does in development, has not begun anything.
    queueMicrotask(() => {
      if (!open) return;
      session.open(firstMessage(chatId)?.text);
      forgetFirst(chatId);
    });
    return () => {
      open = false;
      session.close();
    };
  }, [session, chatId]);

  useEffect(() => {
    if (status === "streaming") void session.introduce();
  }, [session, status]);

  const took = useAnswers(session, state.conversation?.thread_id, state.busy);
  return { session, state, messages, status, took };
}

/** What the answers took. An answer that this page did not ask for is fetched when it turns up here. */
function useAnswers(session: Session, thread: string | undefined, busy: boolean) {
  const answers = useQuery({ ...answersQuery(thread ?? ""), enabled: thread !== undefined }).data;
  const newest = answers?.[0]?.id;
  const looked = useRef<string>(undefined);
  useEffect(() => {
    if (busy || newest === undefined || newest === looked.current) return;
    looked.current = newest;
    if (!session.chat.messages.some((message) => message.id === newest)) void session.refresh();
  }, [session, busy, newest]);
  return useMemo(() => new Map(answers?.map((turn) => [turn.id, turn])), [answers]);
}
