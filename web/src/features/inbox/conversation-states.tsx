import type { ErrorComponentProps } from "@tanstack/react-router";
import { InlineError } from "@/components/inline-error";
import { useRetry } from "@/components/route-error";
import { Skeleton } from "@/components/ui/skeleton";
import { HeaderFrame } from "./conversation-header";

/** Stands in for a conversation while it loads. */
export function ConversationSkeleton() {
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <HeaderFrame filter="all" title="Conversation" />
      <div role="status" className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-4 px-4 py-6 md:px-6">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-9 w-56 rounded-2xl" />
        <Skeleton className="h-14 w-72 self-end rounded-2xl" />
        <Skeleton className="h-9 w-40 rounded-2xl" />
      </div>
    </div>
  );
}

/** Stands where a conversation could not be loaded. The list beside it stays. */
export function ConversationError({ error, reset }: ErrorComponentProps) {
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <HeaderFrame filter="all" title="Conversation" />
      <div className="p-4 md:p-6">
        <InlineError error={error} onRetry={useRetry(reset)} />
      </div>
    </div>
  );
}
