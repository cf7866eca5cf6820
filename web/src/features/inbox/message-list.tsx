import { useQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ArrowDown } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { inboxMessagesQuery } from "@/api/inbox";
import { meQuery } from "@/api/me";
import { namesQuery } from "@/api/names";
import type { InboxMessage, InboxThread } from "@/api/types";
import { Earlier } from "@/components/earlier";
import { Button } from "@/components/ui/button";
import { useBottom } from "@/lib/use-bottom";
import { MessageBubble } from "./message-bubble";
import { useReadMark } from "./use-read-mark";
import { byDay, contactNameOf, noWords } from "./words.logic";

interface MessageListProps {
  thread: InboxThread;
  /** What stands after the newest message, such as the replies that an agent drafted to it. */
  children: ReactNode;
}

/** What was said, the newest at the end, where it stays while more arrives. */
export function MessageList({ thread, children }: MessageListProps) {
  const list = useSuspenseInfiniteQuery(inboxMessagesQuery(thread.thread_id));
  const messages = list.data.pages.flatMap((page) => page.items).reverse();
  const region = useRef<HTMLDivElement>(null);
  const { atBottom, toBottom } = useBottom(region);
  const nameOf = useNames(thread);
  useReadMark(thread, messages.at(-1));
  const loadEarlier = async () => {
    const { isFetchNextPageError, error } = await list.fetchNextPage();
    if (isFetchNextPageError) throw error;
  };
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={region}
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse.
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto focus-visible:outline-offset-[-2px]"
      >
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 py-5 md:px-6">
          {list.hasNextPage && <Earlier onLoad={loadEarlier} />}
          {messages.length === 0 && <p className="text-center text-muted">Nothing was said yet.</p>}
          {byDay(messages, new Date()).map(([day, said]) => (
            <Day key={day} {...{ day, said, nameOf }} />
          ))}
          {children}
        </div>
      </section>
      {!atBottom && (
        <Button className="absolute! bottom-2 self-center rounded-full!" onClick={toBottom}>
          <ArrowDown aria-hidden /> Newest
        </Button>
      )}
      <Spoken newest={messages.at(-1)} nameOf={nameOf} />
    </div>
  );
}

type NameOf = (message: InboxMessage) => string;

function useNames(thread: InboxThread): NameOf {
  const { member } = useSuspenseQuery(meQuery).data;
  const names = useQuery(namesQuery).data;
  return (message) => {
    const { by, member_id } = message;
    if (by === "contact") return contactNameOf(thread);
    if (by === "agent") return thread.agent_name;
    if (by === "automatic") return "Automatic";
    if (member_id === member.id) return "You";
    return names?.anything(member_id ?? "") ?? "A member";
  };
}

function Day({ day, said, nameOf }: { day: string; said: InboxMessage[]; nameOf: NameOf }) {
  return (
    <section aria-label={day} className="flex flex-col gap-3">
      <p aria-hidden className="flex items-center gap-3 text-xs font-medium text-muted">
        <span className="h-px flex-1 bg-line" />
        {day}
        <span className="h-px flex-1 bg-line" />
      </p>
      <ol className="flex flex-col gap-3">
        {said.map((message) => (
          <MessageBubble key={message.id} message={message} who={nameOf(message)} />
        ))}
      </ol>
    </section>
  );
}

/** Whether the team sent it, or it was sent in its name. */
const isOurs = ({ by }: InboxMessage) => by === "member" || by === "automatic";

/** Tells a screen reader what arrives while the conversation is open. */
function Spoken({ newest, nameOf }: { newest: InboxMessage | undefined; nameOf: NameOf }) {
  const first = useRef(newest?.id);
  const told = newest !== undefined && newest.id !== first.current && !isOurs(newest);
  return (
    <p aria-live="polite" className="sr-only">
      {told && `${nameOf(newest)}: ${noWords(newest.text, newest.files.length) ?? newest.text}`}
    </p>
  );
}
