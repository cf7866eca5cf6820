import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Inbox, MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import { type InboxFilter, inboxQuery } from "@/api/inbox";
import { phoneQuery } from "@/api/phone";
import { EmptyState } from "@/components/empty-state";
import { Page } from "@/components/page";
import { ThreadList } from "./thread-list";

/** The conversations beside the one that is open; where there is no room for both, one of them. */
export function InboxFrame({ filter, children }: { filter: InboxFilter; children: ReactNode }) {
  const open = useParams({ strict: false }).threadId !== undefined;
  const first = useInfiniteQuery(inboxQuery(filter)).data?.pages[0];
  if (!open && filter === "all" && first?.items.length === 0) return <NoConversations />;
  return (
    <div className="flex h-[calc(100dvh-3.25rem)] min-h-0 md:h-[calc(100dvh-1rem-2px)]">
      <section
        aria-label="Inbox"
        className={clsx(
          "w-full shrink-0 flex-col border-line lg:flex lg:w-80 lg:rounded-l-xl lg:border-r lg:bg-canvas/50",
          open ? "hidden" : "flex",
        )}
      >
        <ThreadList {...{ filter, open }} />
      </section>
      <div className={clsx("min-w-0 flex-1", open ? "flex" : "hidden lg:flex")}>{children}</div>
    </div>
  );
}

function NoConversations() {
  const phone = useQuery(phoneQuery).data;
  return (
    <Page title="Inbox">
      <EmptyState icon={Inbox} title="No conversations yet">
        <p>Texts from your contacts are here, one conversation per person.</p>
        <p>
          They arrive on the numbers under{" "}
          <Link to="/settings/lines" className="rounded-sm font-medium text-accent-text hover:underline">
            Lines
          </Link>
          .
        </p>
        {phone?.is_on && (
          <p>
            To try it out, write a text on the{" "}
            <Link to="/phone" className="rounded-sm font-medium text-accent-text hover:underline">
              phone on the screen
            </Link>
            .
          </p>
        )}
      </EmptyState>
    </Page>
  );
}

export function NothingOpen() {
  return (
    <EmptyState icon={MessagesSquare} title="Choose a conversation">
      <p>What was said, and what waits for you, opens here.</p>
    </EmptyState>
  );
}
