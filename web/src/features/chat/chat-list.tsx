import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { SquarePen } from "lucide-react";
import { conversationsQuery } from "@/api/conversations";
import { LoadMore } from "@/components/load-more";
import { Button, buttonStyle } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { ChatRow } from "./chat-row";

interface ChatListProps {
  onNavigate?: () => void;
}

/** Every chat of this member, the one with the newest message first. */
export function ChatList({ onNavigate }: ChatListProps) {
  const list = useInfiniteQuery(conversationsQuery);
  const chats = list.data?.pages.flatMap((page) => page.items);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="p-3">
        <Link
          to="/chat"
          activeOptions={{ exact: true }}
          onClick={onNavigate}
          className={buttonStyle({ className: "w-full" })}
        >
          <SquarePen aria-hidden /> New chat
        </Link>
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-2 pb-3">
        {chats ? (
          <ul aria-label="Chats" className="flex flex-col gap-0.5">
            {chats.map((chat) => (
              <ChatRow key={chat.id} chat={chat} onNavigate={onNavigate} />
            ))}
          </ul>
        ) : list.isError ? (
          <div role="alert" className="flex flex-col items-start gap-2 px-2 text-muted">
            <p>Your chats could not be loaded. {list.error.message}</p>
            <Button onClick={() => list.refetch()}>Try again</Button>
          </div>
        ) : (
          <ListSkeleton />
        )}
        {chats?.length === 0 && <p className="px-2 text-muted">No chats yet.</p>}
        <LoadMore {...list} />
      </div>
    </div>
  );
}

function ListSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-3 px-2 pt-1">
      <span className="sr-only">Loading</span>
      {["w-40", "w-48", "w-32", "w-44"].map((width) => (
        <div key={width} className="flex h-10 flex-col justify-center gap-1.5">
          <Skeleton className={`h-3.5 rounded-md ${width}`} />
          <Skeleton className="h-2.5 w-20 rounded-md" />
        </div>
      ))}
    </div>
  );
}
