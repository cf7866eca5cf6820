import { useSuspenseQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { namesQuery } from "@/api/names";
import type { TurnFilter } from "@/api/turns";
import { Button } from "@/components/ui/button";

/** What the list is narrowed to, and the way back to all of it. */
export function FilterNote({ filter, onClear }: { filter: TurnFilter; onClear: () => void }) {
  const names = useSuspenseQuery(namesQuery).data;
  if (!filter.agent && !filter.thread) return null;
  const parts = [
    filter.agent && `the agent ${names.agent(filter.agent)}`,
    filter.thread && `the conversation “${names.conversation(filter.thread)}”`,
  ];
  return (
    <p className="flex flex-wrap items-center gap-2">
      Only {parts.filter(Boolean).join(" in ")}.
      <Button onClick={onClear}>
        <X aria-hidden /> Show all
      </Button>
    </p>
  );
}
