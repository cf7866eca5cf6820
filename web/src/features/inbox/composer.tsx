import { type RefObject, useId } from "react";
import type { InboxDetail } from "@/api/types";
import { MessageBox } from "@/components/message-box";
import { Button } from "@/components/ui/button";
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
      <Overtaken sending={sending} blocked={blocked !== null} />
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
            {sending.overtaken === null && (
              <>
                {sending.draft.from && " Drafted by the agent."}
                <span className="max-md:hidden">Enter sends, Shift and Enter begin a new line.</span>
              </>
            )}
          </>
        )}
      </p>
    </div>
  );
}

/** Says that the drafted reply in the field is over, and lets it be sent all the same. */
function Overtaken({ sending, blocked }: { sending: ComposerProps["sending"]; blocked: boolean }) {
  const { overtaken, refused, pending, draft } = sending;
  return (
    <div role="alert" className="empty:hidden">
      {overtaken !== null && (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning-text">
          <p className="min-w-0 [overflow-wrap:anywhere]">
            {refused && "Not sent. "}
            {overtaken} Send this as your own words?
          </p>
          <Button pending={pending} disabled={blocked || draft.text.trim() === ""} onClick={sending.sendOwn}>
            Send anyway
          </Button>
        </div>
      )}
    </div>
  );
}
