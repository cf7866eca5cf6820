import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useRef, useState } from "react";
import { phoneMessagesQuery, writeOnPhone } from "@/api/phone";
import type { Line, PhoneMessage } from "@/api/types";
import { InlineError } from "@/components/inline-error";
import { MessageBox } from "@/components/message-box";
import { FormError } from "@/components/ui/field";
import { formatDateTime, formatTime } from "@/lib/format";
import { useMutation } from "@/lib/mutation";
import { randomId } from "@/lib/random-id";
import { useBottom } from "@/lib/use-bottom";

const longest = 1_600;

interface PhoneScreenProps {
  line: Line;
  /** Empty while there is none that could be one. */
  number: string;
  /** Whose phone it is. */
  name: string;
}

/** The conversation as the person sees it who has the phone: their own words stand on the right. */
export function PhoneScreen({ line, number, name }: PhoneScreenProps) {
  const list = useQuery(phoneMessagesQuery(line.id, number));
  const [draft, setDraft] = useState({ text: "", id: randomId() });
  const { mutate, isPending, error } = useMutation(writeOnPhone(line.id));
  const send = () =>
    mutate(
      { number, text: draft.text.trim(), client_id: draft.id },
      { onSuccess: () => setDraft({ text: "", id: randomId() }) },
    );
  return (
    <section
      aria-label={name ? `Phone of ${name}` : "Phone"}
      className="mx-auto flex h-[40rem] max-h-[calc(100dvh-9rem)] min-h-96 max-lg:h-[28rem] w-full max-w-sm flex-col rounded-[2.25rem] border-8 border-line-strong/70 bg-raised shadow-raised lg:mx-0"
    >
      <header className="flex flex-col items-center gap-0.5 border-b border-line px-4 pt-3 pb-2.5 text-center">
        <span aria-hidden className="mb-1.5 h-1 w-14 rounded-full bg-line-strong/70" />
        <h2 className="font-semibold [overflow-wrap:anywhere]">{line.label}</h2>
        <p className="text-xs text-muted">{line.address}</p>
      </header>
      {list.isError ? (
        <div className="flex-1 p-4">
          <InlineError error={list.error} onRetry={() => void list.refetch()} />
        </div>
      ) : (
        <Messages
          messages={[...(list.data?.items ?? [])].reverse()}
          ready={number !== ""}
          line={line.label}
        />
      )}
      <div className="flex flex-col gap-1.5 p-3">
        <FormError failure={error} fields={[]} />
        <MessageBox
          label={`Text ${line.label}`}
          text={draft.text}
          maxLength={longest}
          onChange={(text) => setDraft({ text, id: randomId() })}
          onSend={send}
          pending={isPending}
          disabled={number === ""}
        />
      </div>
    </section>
  );
}

function Messages({ messages, ready, line }: { messages: PhoneMessage[]; ready: boolean; line: string }) {
  const region = useRef<HTMLDivElement>(null);
  useBottom(region);
  const newest = messages.at(-1);
  return (
    <div
      ref={region}
      role="log"
      aria-label="On the phone"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto focus-visible:outline-offset-[-2px]"
    >
      <div className="flex flex-col gap-2.5 p-3">
        {messages.length === 0 && (
          <p className="py-10 text-center text-balance text-muted">
            {ready ? `Nothing yet. Text ${line} as a customer would.` : "Give the number of this phone."}
          </p>
        )}
        <ol className="flex flex-col gap-2.5">
          {messages.map((message) => (
            <Bubble key={message.id} message={message} last={message === newest} />
          ))}
        </ol>
      </div>
    </div>
  );
}

function Bubble({ message, last }: { message: PhoneMessage; last: boolean }) {
  const own = message.direction === "in";
  return (
    <li className={clsx("flex max-w-[85%] flex-col gap-0.5", own ? "items-end self-end" : "items-start")}>
      <p
        className={clsx(
          "rounded-2xl px-3 py-1.5 leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]",
          own ? "rounded-br-md bg-accent-soft" : "rounded-bl-md bg-hover",
        )}
      >
        {message.text ?? "Forgotten."}
      </p>
      <p className="px-1 text-xs text-muted">
        <time dateTime={message.at} title={formatDateTime(message.at)}>
          {formatTime(message.at)}
        </time>
        {own && last && " · Delivered"}
      </p>
    </li>
  );
}
