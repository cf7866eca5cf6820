import { type RefObject, useId } from "react";
import type { InboxDetail } from "@/api/types";
import { MessageBox } from "@/components/message-box";
import { FormError } from "@/components/ui/field";
import type { useSend } from "./use-send";
import { contactNameOf, whyNotSent } from "./words.logic";

const longest = 1_600;

interface ComposerProps {
  detail: InboxDetail;
  sending: ReturnType<typeof useSend>;
  area: RefObject<HTMLTextAreaElement | null>;
}

/** Where a member writes to the contact, with the line it leaves from, or why nothing can leave. */
export function Composer({ detail, sending, area }: ComposerProps) {
  const id = useId();
  const blocked = whyNotSent(detail);
  const line = detail.reply_line;
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-1.5 px-3 pt-1 pb-3 md:px-6 md:pb-4">
      <FormError failure={sending.failure} fields={[]} />
      <MessageBox
        label={`Write to ${contactNameOf(detail.thread)}`}
        text={sending.draft.text}
        maxLength={longest}
        onChange={sending.write}
        onSend={sending.send}
        pending={sending.pending}
        disabled={blocked !== null}
        describedBy={id}
        area={area}
      />
      <p id={id} className="flex flex-wrap gap-x-1.5 px-1 text-xs text-muted [overflow-wrap:anywhere]">
        {blocked ? (
          <span className="text-warning-text">{blocked}</span>
        ) : (
          <>
            {line && `From ${line.label} ${line.address}.`}
            {sending.draft.from && " Drafted by the agent."}
            <span className="max-md:hidden">Enter sends, Shift and Enter begin a new line.</span>
          </>
        )}
      </p>
    </div>
  );
}
