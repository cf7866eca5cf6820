import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { deleteConversation, renameConversation } from "@/api/conversations";
import type { Conversation } from "@/api/types";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { DateTime } from "@/components/date-time";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useMutation } from "@/lib/mutation";
import { toast, toastFailure } from "@/lib/toast";

interface ChatRowProps {
  chat: Conversation;
  onNavigate?: (() => void) | undefined;
}

export function ChatRow({ chat, onNavigate }: ChatRowProps) {
  const [mode, setMode] = useState<"shown" | "renamed" | "deleted">("shown");
  const back = () => setMode("shown");
  return (
    <li className="group relative flex items-center rounded-md hover:bg-hover has-[[aria-current=page]]:bg-selected">
      {mode === "renamed" ? (
        <RenameField chat={chat} onClose={back} />
      ) : (
        <>
          <Link
            to="/chat/$chatId"
            params={{ chatId: chat.id }}
            onClick={onNavigate}
            className="flex min-w-0 flex-1 flex-col rounded-md py-1.5 pr-1 pl-2.5"
          >
            <span className="truncate font-medium">{chat.title}</span>
            <span className="flex items-center gap-1.5 text-xs text-muted">
              {chat.running && <Running />}
              <DateTime value={chat.active_at} />
            </span>
          </Link>
          <RowMenu chat={chat} onRename={() => setMode("renamed")} onDelete={() => setMode("deleted")} />
        </>
      )}
      {mode === "deleted" && <DeleteChat chat={chat} onClose={back} />}
    </li>
  );
}

function Running() {
  return (
    <>
      <span aria-hidden className="size-1.5 animate-pulse rounded-full bg-accent" />
      <span className="text-accent-text">Answering ·</span>
    </>
  );
}

function RowMenu(props: { chat: Conversation; onRename: () => void; onDelete: () => void }) {
  return (
    <Menu
      align="end"
      // The field that takes the row's place has the focus then.
      onCloseAutoFocus={(event) => event.preventDefault()}
      trigger={
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Options of ${props.chat.title}`}
          className="mr-1 md:opacity-0 md:group-hover:opacity-100 md:focus-visible:opacity-100 md:aria-expanded:opacity-100"
        >
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      <MenuItem onSelect={props.onRename}>
        <Pencil aria-hidden /> Rename
      </MenuItem>
      <MenuItem onSelect={props.onDelete}>
        <Trash2 aria-hidden /> Delete
      </MenuItem>
    </Menu>
  );
}

/** Takes the title's place. Enter and leaving it keep what was written, Escape does not. */
function RenameField({ chat, onClose }: { chat: Conversation; onClose: () => void }) {
  const { mutate } = useMutation(renameConversation(chat.id));
  const over = useRef(false);
  const close = (written: string | null) => {
    if (over.current) return;
    over.current = true;
    const title = written?.trim() ?? "";
    if (title !== "" && title !== chat.title)
      mutate(title, { onError: (error) => toastFailure(error.message) });
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close(event.key === "Enter" ? event.currentTarget.value : null);
  };
  return (
    <input
      aria-label={`New title of ${chat.title}`}
      defaultValue={chat.title}
      maxLength={200}
      // biome-ignore lint/a11y/noAutofocus: whoever chose to rename writes next.
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={onKeyDown}
      onBlur={(event) => close(event.currentTarget.value)}
      className="m-1 h-10 min-w-0 flex-1 rounded-md border border-accent bg-raised px-2 font-medium focus-visible:outline-offset-0"
    />
  );
}

function DeleteChat({ chat, onClose }: { chat: Conversation; onClose: () => void }) {
  const { mutate, isPending, error } = useMutation(deleteConversation(chat.id));
  const navigate = useNavigate();
  const { chatId } = useParams({ strict: false });
  const onConfirm = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast("The chat was deleted.");
        onClose();
        if (chatId === chat.id) void navigate({ to: "/chat" });
      },
    });
  return (
    <ConfirmDialog
      title={`Delete “${chat.title}”?`}
      action="Delete chat"
      pending={isPending}
      failure={error}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      Everything that was said in it goes, and what was remembered of it. This cannot be undone.
    </ConfirmDialog>
  );
}
