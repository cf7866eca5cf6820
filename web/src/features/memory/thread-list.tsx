import { useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight, MessagesSquare } from "lucide-react";
import { namesQuery } from "@/api/names";
import { threadsQuery } from "@/api/threads";
import { DateTime } from "@/components/date-time";
import { EmptyState } from "@/components/empty-state";
import { LoadMore } from "@/components/load-more";
import { List, ListRow } from "@/components/ui/list";
import { plural } from "@/lib/format";

/** Conversations to choose from: each has summaries and a context of its own. */
export function ThreadList() {
  const list = useSuspenseInfiniteQuery(threadsQuery);
  const names = useSuspenseQuery(namesQuery).data;
  const threads = list.data.pages.flatMap((page) => page.items);
  if (threads.length === 0) {
    return (
      <EmptyState icon={MessagesSquare} title="No conversations">
        <p>What was said is summed up when a conversation grows long. Conversations appear here.</p>
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <List label="All conversations">
        {threads.map((thread) => (
          <ListRow
            key={thread.id}
            className="transition-colors hover:bg-hover"
            title={
              <Link
                to="/threads/$threadId/memory"
                params={{ threadId: thread.id }}
                className="outline-none after:absolute after:inset-0 focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
              >
                {names.conversation(thread.id)}
              </Link>
            }
            detail={
              <>
                {names.agent(thread.agent_id)} · {plural(thread.turns, "turn")}
                <span className="sm:hidden">
                  {" · "}
                  <DateTime value={thread.active_at} />
                </span>
              </>
            }
            meta={<DateTime value={thread.active_at} />}
            actions={<ChevronRight aria-hidden className="size-4 text-faint" />}
          />
        ))}
      </List>
      <LoadMore {...list} />
    </div>
  );
}
