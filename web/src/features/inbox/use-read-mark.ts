import { useEffect } from "react";
import { markRead } from "@/api/inbox";
import type { InboxMessage, InboxThread } from "@/api/types";
import { useMutation } from "@/lib/mutation";
import { useVisible } from "@/lib/use-visible";

/** What is in front of somebody is read, up to the newest that is there. */
export function useReadMark({ thread_id, unread }: InboxThread, newest: InboxMessage | undefined): void {
  const visible = useVisible();
  const { mutate } = useMutation(markRead(thread_id));
  const upTo = newest?.id;
  const due = visible && unread > 0 && upTo !== undefined;
  useEffect(() => {
    if (due) mutate(upTo);
  }, [due, upTo, mutate]);
}
