import { Skeleton } from "@/components/ui/skeleton";
import { ChatHeader } from "./chat-frame";

/** Stands in for a conversation while it loads. */
export function ThreadSkeleton() {
  return (
    <>
      <ChatHeader title="Chat" />
      <div role="status" className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-5 px-4 py-6 md:px-6">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-9 w-48 self-end rounded-2xl" />
        <div className="flex flex-col gap-2">
          <Skeleton className="h-3.5 w-full rounded-md" />
          <Skeleton className="h-3.5 w-11/12 rounded-md" />
          <Skeleton className="h-3.5 w-2/3 rounded-md" />
        </div>
      </div>
    </>
  );
}
