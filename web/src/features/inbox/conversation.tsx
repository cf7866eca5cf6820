import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { type InboxFilter, inboxThreadQuery } from "@/api/inbox";
import { isAdmin, meQuery } from "@/api/me";
import { needsQuery } from "@/api/needs";
import { About } from "./about";
import { Alerts } from "./alerts";
import { Composer } from "./composer";
import { ConversationHeader } from "./conversation-header";
import { Drafts } from "./drafts";
import { MessageList } from "./message-list";
import { useNamed } from "./use-named";
import { useSend } from "./use-send";

/** One conversation with a contact, and what is known of it beside it where there is room. */
export function Conversation({ threadId, filter }: { threadId: string; filter: InboxFilter }) {
  const opened = useSuspenseQuery(inboxThreadQuery(threadId)).data;
  const [thread = opened.thread] = useNamed([opened.thread]);
  const detail = { ...opened, thread };
  const needs = useQuery(needsQuery(isAdmin(useSuspenseQuery(meQuery).data))).data;
  const suggestion = needs?.suggestions.find(({ thread_id }) => thread_id === threadId);
  const sending = useSend(threadId);
  const area = useRef<HTMLTextAreaElement>(null);
  const takeDraft = (option: number, body: string) => {
    if (suggestion) sending.use({ suggestion: suggestion.id, option, body });
    area.current?.focus();
  };
  return (
    <>
      <div className="flex min-w-0 flex-1 flex-col">
        <ConversationHeader {...{ thread, filter }} />
        <Alerts {...{ threadId, needs }} held={thread.held} />
        <MessageList thread={thread}>
          {suggestion && (
            <Drafts
              key={suggestion.id}
              suggestion={suggestion}
              agent={thread.agent_name}
              blocked={!detail.can_send}
              onUse={takeDraft}
              onDismissed={() => sending.disown(suggestion.id)}
            />
          )}
        </MessageList>
        <Composer {...{ detail, sending, area }} />
      </div>
      <aside
        aria-label="About this conversation"
        className="hidden w-72 shrink-0 overflow-y-auto border-l border-line p-4 xl:block"
      >
        <About thread={thread} />
      </aside>
    </>
  );
}
