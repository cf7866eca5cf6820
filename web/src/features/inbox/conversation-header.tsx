import { Link } from "@tanstack/react-router";
import { ChevronLeft, Info } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { InboxFilter } from "@/api/inbox";
import type { InboxThread } from "@/api/types";
import { Button, buttonStyle } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { About } from "./about";
import { AnsweringMarks } from "./marks";
import { TakeOverButton } from "./take-over-button";
import { contactNameOf } from "./words.logic";

interface ConversationHeaderProps {
  thread: InboxThread;
  filter: InboxFilter;
}

/** Who it is with and who answers; where the list has no room, also the way back to it. */
export function ConversationHeader({ thread, filter }: ConversationHeaderProps) {
  const [about, setAbout] = useState(false);
  const by = thread.taken_over_by;
  return (
    <HeaderFrame
      filter={filter}
      title={contactNameOf(thread)}
      detail={by ? `Taken over by ${by.name}` : `Handled by ${thread.agent_name}`}
      marks={<AnsweringMarks thread={thread} />}
    >
      <TakeOverButton thread={thread} />
      <Button
        variant="ghost"
        size="icon"
        aria-label="About this conversation"
        className="xl:hidden"
        onClick={() => setAbout(true)}
      >
        <Info aria-hidden className="size-5!" />
      </Button>
      {about && (
        <Dialog title={contactNameOf(thread)} onClose={() => setAbout(false)}>
          <About thread={thread} />
        </Dialog>
      )}
    </HeaderFrame>
  );
}

interface HeaderFrameProps {
  filter: InboxFilter;
  title: string;
  detail?: string;
  marks?: ReactNode;
  children?: ReactNode;
}

export function HeaderFrame({ filter, title, detail, marks, children }: HeaderFrameProps) {
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-2 border-b border-line px-2 py-1.5 md:px-4">
      <Link
        to="/inbox"
        search={filter === "all" ? {} : { filter }}
        aria-label="Back to the conversations"
        className={buttonStyle({ variant: "ghost", size: "icon", className: "lg:hidden" })}
      >
        <ChevronLeft aria-hidden className="size-5!" />
      </Link>
      <div className="min-w-0 flex-1">
        <h1 tabIndex={-1} dir="auto" className="truncate text-[0.9375rem] font-semibold tracking-tight">
          {title}
        </h1>
        {detail && (
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <p className="max-w-full truncate text-xs text-muted">{detail}</p>
            {marks}
          </div>
        )}
      </div>
      {children}
    </header>
  );
}
