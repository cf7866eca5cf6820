import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowDown, Clock, LoaderCircle, RotateCcw } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ChatMessage } from "@/api/chat";
import { type ConversationDetail, conversationQuery } from "@/api/conversations";
import { ApiError } from "@/api/error";
import type { Names } from "@/api/names";
import type { Conversation, Turn } from "@/api/types";
import { Earlier } from "@/components/earlier";
import { Button } from "@/components/ui/button";
import { useBottom } from "@/lib/use-bottom";
import { AnswerFacts } from "./answer-facts";
import { type Explain, spokenOf } from "./blocks.logic";
import { ChatHeader } from "./chat-frame";
import { Composer } from "./composer";
import { inWords } from "./connection.logic";
import { MessageView } from "./message-view";
import { OutcomesContext, outcomesOf } from "./outcomes";
import type { Session } from "./session";
import { useSession } from "./use-session";

/** In milliseconds. */
const moment = 500;

interface ThreadProps {
  chatId: string;
  opened: ConversationDetail | null;
  names: Names;
  /** As it stands in the list, which may be newer than what was opened; nothing if it is not there. */
  listed: Conversation | undefined;
}

export function Thread({ chatId, opened, names, listed }: ThreadProps) {
  const { session, state, messages, status, took } = useSession(chatId, opened);
  const region = useRef<HTMLDivElement>(null);
  const { atBottom, toBottom } = useBottom(region);
  const { conversation, busy, failure, queued, reconnecting, earlier } = state;
  const known = names.agents.find(({ id }) => id === conversation?.agent_id);
  const agent = known?.name ?? "Assistant";
  const gone = useGone(chatId, listed !== undefined) && !busy;
  const send = (text: string) => {
    session.send(text);
    toBottom();
  };
  return (
    <>
      <ChatHeader title={listed?.title ?? conversation?.title ?? "New chat"} detail={conversation && agent} />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <section
          ref={region}
          aria-label="Conversation"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse.
          tabIndex={0}
          className="min-h-0 flex-1 overflow-y-auto focus-visible:outline-offset-[-2px]"
        >
          <div className="mx-auto flex w-full max-w-3xl flex-col gap-5 px-4 py-6 md:px-6">
            {earlier !== null && <Earlier onLoad={session.loadEarlier} />}
            <Messages {...{ messages, agent, took, busy, session, gone }} explain={names.anything} />
            {busy && (status !== "streaming" || reconnecting) && <Waiting reconnecting={reconnecting} />}
            {failure !== null && !busy && !gone && <Failure failure={failure} onRetry={session.retry} />}
            {queued !== "" && <Queued text={queued} onDrop={session.dropQueued} />}
          </div>
        </section>
        {!atBottom && (
          <Button className="absolute! bottom-2 self-center rounded-full!" onClick={toBottom}>
            <ArrowDown aria-hidden /> Newest
          </Button>
        )}
      </div>
      <Spoken messages={messages} busy={busy} agent={agent} />
      <div className="mx-auto w-full max-w-3xl px-3 pt-1 pb-3 md:px-6 md:pb-5">
        {gone ? (
          <Gone />
        ) : (
          <Composer label="Write a message" onSend={send} onStop={busy ? session.stop : undefined} />
        )}
      </div>
    </>
  );
}

/** Whether somebody deleted it, on another page or device. One that left the list may only be too old for it: the server knows. */
function useGone(chatId: string, isListed: boolean): boolean {
  const [wasListed, setWasListed] = useState(isListed);
  if (isListed && !wasListed) setWasListed(true);
  const left = useLasting(wasListed && !isListed);
  const { error } = useQuery({ ...conversationQuery(chatId), enabled: left, staleTime: 0, retry: false });
  return left && error instanceof ApiError && error.status === 404;
}

/** Whether it has been so for a moment: whoever deletes a chat here is about to leave its page. */
function useLasting(isSo: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setLasts(true), moment);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [isSo]);
  return isSo && lasts;
}

function Gone() {
  return (
    <p role="status" className="rounded-md bg-sunken px-3 py-2 text-muted">
      This chat was deleted.{" "}
      <Link to="/chat" className="text-text underline underline-offset-2">
        Begin a new one
      </Link>
    </p>
  );
}

interface MessagesProps {
  messages: ChatMessage[];
  agent: string;
  took: Map<string, Turn>;
  busy: boolean;
  session: Session;
  /** Nothing more can be said in it. */
  gone: boolean;
  explain: Explain;
}

function Messages({ messages, agent, took, busy, session, gone, explain }: MessagesProps) {
  const outcomes = useMemo(() => outcomesOf(messages), [messages]);
  const shown = messages.map((message, index) => {
    const last = index === messages.length - 1;
    return (
      <div key={message.id} className="flex min-w-0 flex-col">
        <MessageView {...{ message, agent, explain }} onDecided={session.refresh} />
        {message.role === "assistant" && !(last && busy) && (
          <AnswerFacts
            message={message}
            turn={took.get(message.id)}
            onAskAgain={last && !gone ? session.askAgain : undefined}
          />
        )}
      </div>
    );
  });
  return <OutcomesContext value={outcomes}>{shown}</OutcomesContext>;
}

/** Said while an answer is being written. It goes out when that ends, also when somebody ends it. */
function Queued({ text, onDrop }: { text: string; onDrop: () => void }) {
  return (
    <section aria-label="Waiting to be sent" className="flex flex-col items-end gap-1">
      <p
        dir="auto"
        className="max-w-[85%] rounded-2xl rounded-br-md border border-dashed border-line-strong px-3.5 py-2 leading-relaxed whitespace-pre-wrap text-muted [overflow-wrap:anywhere]"
      >
        {text}
      </p>
      <p className="flex flex-wrap items-center justify-end gap-x-2 text-xs text-muted">
        <Clock aria-hidden className="size-3" /> Waits for the answer, then goes out.
        <button
          type="button"
          onClick={onDrop}
          className="cursor-pointer rounded-sm underline underline-offset-2 hover:text-text"
        >
          Do not send it
        </button>
      </p>
    </section>
  );
}

function Waiting({ reconnecting }: { reconnecting: boolean }) {
  return (
    <p role="status" className="flex items-center gap-2 text-muted">
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      {reconnecting ? "The connection was lost. Reconnecting…" : "Working on it…"}
    </p>
  );
}

function Failure({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-md bg-danger-soft px-3 py-2 text-danger"
    >
      <p className="min-w-0 flex-1">{inWords(failure)}</p>
      <Button onClick={onRetry}>
        <RotateCcw aria-hidden /> Try again
      </Button>
    </div>
  );
}

/** Tells a screen reader about an answer once, when it is whole. */
function Spoken({ messages, busy, agent }: { messages: ChatMessage[]; busy: boolean; agent: string }) {
  const asked = useRef(false);
  if (busy) asked.current = true;
  const last = messages.at(-1);
  const told = asked.current && !busy && last?.role === "assistant";
  return (
    <p aria-live="polite" className="sr-only">
      {told && `${agent} answered: ${spokenOf(last) || "see the conversation."}`}
    </p>
  );
}
