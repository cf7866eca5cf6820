import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import type { InboxFilter } from "@/api/inbox";
import type { InboxThread } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { Avatar } from "@/components/ui/avatar";
import { useDraft } from "@/lib/drafts";
import { plural } from "@/lib/format";
import { Marks } from "./marks";
import { contactNameOf, noWords } from "./words.logic";

/** One conversation of the list: who, what was said last and when, and what waits in it. */
export function ThreadRow({ thread, filter }: { thread: InboxThread; filter: InboxFilter }) {
  const name = contactNameOf(thread);
  const unread = thread.unread > 0;
  return (
    <li>
      <Link
        to="/inbox/$threadId"
        params={{ threadId: thread.thread_id }}
        search={filter === "all" ? {} : { filter }}
        className="flex gap-3 rounded-md px-2.5 py-2 hover:bg-hover aria-[current=page]:bg-selected"
      >
        <Avatar name={name} />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex items-baseline gap-2">
            <span
              dir="auto"
              className={clsx("min-w-0 flex-1 truncate", unread ? "font-semibold" : "font-medium")}
            >
              {name}
            </span>
            <span className="shrink-0 text-xs text-muted">
              <DateTime value={thread.last?.at ?? thread.active_at} />
            </span>
          </span>
          <span className="flex items-start gap-2">
            <Excerpt thread={thread} />
            {unread && <Unread count={thread.unread} />}
          </span>
          <Marks thread={thread} />
        </span>
      </Link>
    </li>
  );
}

const speakers = { contact: "", agent: "Agent: ", member: "Team: ", automatic: "Automatic: " };

/** What somebody began to write, or else what was said last. */
function Excerpt({ thread }: { thread: InboxThread }) {
  const draft = useDraft(thread.thread_id).draft.text.trim();
  const { last } = thread;
  return (
    <span
      dir="auto"
      className={clsx(
        "min-w-0 flex-1 truncate text-[0.8125rem]",
        thread.unread > 0 ? "text-text" : "text-muted",
      )}
    >
      {draft !== "" ? (
        <>
          <span className="text-accent-text">Draft: </span>
          {draft}
        </>
      ) : last ? (
        `${speakers[last.by]}${noWords(last.text_excerpt, last.files) ?? last.text_excerpt}`
      ) : (
        "Nothing was said yet."
      )}
    </span>
  );
}

function Unread({ count }: { count: number }) {
  return (
    <span className="shrink-0 rounded-full bg-accent px-1.5 text-center text-xs leading-5 font-semibold text-on-accent tabular-nums">
      <span className="sr-only">{plural(count, "unread message")}</span>
      <span aria-hidden className="inline-block min-w-2">
        {count > 99 ? "99+" : count}
      </span>
    </span>
  );
}
