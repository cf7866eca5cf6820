import { Link } from "@tanstack/react-router";
import { MessagesSquare, SquarePen, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, buttonStyle } from "@/components/ui/button";
import { ModalDialog } from "@/components/ui/dialog";
import { ChatList } from "./chat-list";

/** The chats beside the one that is open. It is as high as the window, since a conversation scrolls by itself. */
export function ChatFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-[calc(100dvh-3.25rem)] min-h-0 md:h-[calc(100dvh-1rem-2px)]">
      <aside
        aria-label="Your chats"
        className="hidden w-64 shrink-0 flex-col border-r border-line bg-canvas/50 md:rounded-l-xl lg:flex"
      >
        <ChatList />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">{children}</div>
    </div>
  );
}

interface ChatHeaderProps {
  title: string;
  /** Who answers. */
  detail?: ReactNode;
}

/** The name of what is open; where the list has no room, also the way to it. */
export function ChatHeader({ title, detail }: ChatHeaderProps) {
  const [open, setOpen] = useState(false);
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line px-2 md:px-4">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open your chats"
        aria-expanded={open}
        className="lg:hidden"
        onClick={() => setOpen(true)}
      >
        <MessagesSquare aria-hidden className="size-5!" />
      </Button>
      <div className="min-w-0 flex-1">
        <h1 tabIndex={-1} className="truncate text-[0.9375rem] font-semibold tracking-tight">
          {title}
        </h1>
        {detail && <p className="truncate text-xs text-muted">{detail}</p>}
      </div>
      <Link
        to="/chat"
        aria-label="New chat"
        className={buttonStyle({ variant: "ghost", size: "icon", className: "lg:hidden" })}
      >
        <SquarePen aria-hidden className="size-5!" />
      </Link>
      {open && <Drawer onClose={() => setOpen(false)} />}
    </header>
  );
}

function Drawer({ onClose }: { onClose: () => void }) {
  return (
    <ModalDialog
      aria-label="Your chats"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="m-0 h-dvh max-h-none w-80 max-w-[85vw] animate-slide border-r border-line bg-canvas"
    >
      <div className="flex h-full flex-col">
        <header className="flex items-center gap-2 px-3 pt-3">
          <h2 className="flex-1 font-semibold tracking-tight">Your chats</h2>
          <Button variant="ghost" size="icon" aria-label="Close your chats" onClick={onClose}>
            <X aria-hidden className="size-5!" />
          </Button>
        </header>
        <ChatList onNavigate={onClose} />
      </div>
    </ModalDialog>
  );
}
