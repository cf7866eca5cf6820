import { clsx } from "clsx";
import { CircleSlash } from "lucide-react";
import type { InboxMessage } from "@/api/types";
import { Folded } from "@/components/folded";
import { formatDateTime, formatTime, plural } from "@/lib/format";
import { MessageFiles } from "./message-files";
import { deliveryOf, noWords, originWords, skippedWords, whyOf } from "./words.logic";

interface MessageBubbleProps {
  message: InboxMessage;
  /** Who said it. */
  who: string;
}

/** One message: what they write stands on the left, what we write on the right. */
export function MessageBubble({ message, who }: MessageBubbleProps) {
  const ours = message.direction === "out";
  const skipped = skippedWords(message);
  const absent = noWords(message.text, message.files.length);
  const only = message.text === "" && message.files.length > 0;
  return (
    <li className={clsx("flex max-w-[85%] flex-col gap-1", ours ? "items-end self-end" : "items-start")}>
      {!only && (
        <div
          className={clsx(
            "max-w-full rounded-2xl px-3.5 py-2 leading-relaxed",
            ours ? "rounded-br-md bg-accent-soft" : "rounded-bl-md bg-hover",
          )}
        >
          {absent ? <p className="text-muted">{absent}</p> : <Folded text={message.text ?? ""} />}
        </div>
      )}
      {message.files.length > 0 && <MessageFiles files={message.files} who={who} />}
      <p className={clsx("px-1 text-xs text-muted [overflow-wrap:anywhere]", ours && "text-right")}>
        <span className="font-medium">{who}</span>
        {" · "}
        <time dateTime={message.at} title={formatDateTime(message.at)}>
          {formatTime(message.at)}
        </time>
        <Delivery message={message} />
      </p>
      {skipped && (
        <p className="flex items-center gap-1.5 px-1 text-xs text-warning-text">
          <CircleSlash aria-hidden className="size-3 shrink-0" />
          {skipped}
        </p>
      )}
    </li>
  );
}

function Delivery({ message }: { message: InboxMessage }) {
  const delivery = deliveryOf(message);
  const origin = originWords(message);
  const parts = message.segments ?? 1;
  const why = whyOf(message);
  return (
    <>
      {origin && ` · ${origin}`}
      {parts > 1 && ` · in ${plural(parts, "part")}`}
      {delivery && " · "}
      {delivery && (
        <span className={deliveryTones[delivery.tone]} title={why.title}>
          {delivery.label}
          {why.words && `: ${why.words}`}
        </span>
      )}
    </>
  );
}

const deliveryTones = { neutral: "", accent: "", warning: "text-warning-text", danger: "text-danger" };
