import type { InboxThread } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { marksOf } from "./words.logic";

/** What a person should know of a conversation. */
export function Marks({ thread }: { thread: InboxThread }) {
  const marks = marksOf(thread);
  if (marks.length === 0) return null;
  return (
    <span className="flex min-w-0 flex-wrap gap-1">
      {marks.map(({ label, tone }) => (
        <Badge key={label} tone={tone}>
          {label}
        </Badge>
      ))}
    </span>
  );
}
