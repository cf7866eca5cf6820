import type { InboxThread } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import type { Words } from "@/lib/delivery";
import { answeringOf, marksOf } from "./words.logic";

/** What a person should know of a conversation. */
export function Marks({ thread }: { thread: InboxThread }) {
  return <Badges marks={marksOf(thread)} />;
}

/** Who answers the contact, where that is not what their line says. */
export function AnsweringMarks({ thread }: { thread: InboxThread }) {
  return <Badges marks={answeringOf(thread)} />;
}

function Badges({ marks }: { marks: Words[] }) {
  if (marks.length === 0) return null;
  return (
    <span className="flex max-w-full min-w-0 flex-wrap gap-1">
      {marks.map(({ label, tone }) => (
        <Badge key={label} tone={tone}>
          {label}
        </Badge>
      ))}
    </span>
  );
}
