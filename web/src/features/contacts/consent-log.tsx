import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { contactConsentQuery, noteConsent } from "@/api/contacts";
import { linesQuery } from "@/api/lines";
import { namesQuery } from "@/api/names";
import type { Consent, Contact } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { InlineError } from "@/components/inline-error";
import { LoadMore } from "@/components/load-more";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { changeWords, howWords, isOptedOut } from "./consent.logic";

/** How what a contact wants to be sent has changed, the newest first. */
export function ConsentLog({ contact, admin }: { contact: Contact; admin: boolean }) {
  const log = useInfiniteQuery(contactConsentQuery(contact.id));
  const changes = log.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Section
      title="Consent"
      description="Every time this person opted out or in again, and how that became known. Nothing here is ever changed."
    >
      {log.isPending && <Skeleton className="h-10" />}
      {log.isError && <InlineError error={log.error} onRetry={() => void log.refetch()} />}
      {log.isSuccess && changes.length === 0 && (
        <p className="text-muted">They have never asked for anything else than to get messages.</p>
      )}
      {changes.length > 0 && <Timeline changes={changes} />}
      <LoadMore {...log} />
      {log.isSuccess && <WriteDown contact={contact} admin={admin} optedOut={isOptedOut(changes)} />}
    </Section>
  );
}

function Timeline({ changes }: { changes: readonly Consent[] }) {
  const lines = useInfiniteQuery(linesQuery).data?.pages.flatMap(({ items }) => items) ?? [];
  const names = useQuery(namesQuery).data;
  const known = {
    line: (id: string) => lines.find((line) => line.id === id)?.label,
    member: (id: string) => names?.anything(id),
  };
  return (
    <ol aria-label="Changes of consent" className="flex flex-col gap-4 border-l border-line pl-4">
      {changes.map((one) => (
        <li key={one.id} className="flex flex-col gap-0.5">
          <span className="flex flex-wrap items-center gap-2 font-medium">
            {changeWords(one)}
            {one.change === "opted_out" && <Badge tone="warning">No messages</Badge>}
          </span>
          <span className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
            {howWords(one, known)}, <DateTime value={one.changed_at} />
          </span>
          {one.words && <q className="[overflow-wrap:anywhere]">{one.words}</q>}
        </li>
      ))}
    </ol>
  );
}

interface WriteDownProps {
  contact: Contact;
  admin: boolean;
  optedOut: boolean;
}

/** Somebody may say by phone, or at the door, what they want. That they want messages again only an admin writes down. */
function WriteDown({ contact, admin, optedOut }: WriteDownProps) {
  const { mutate, isPending, error } = useMutation(noteConsent(contact.id));
  const canBeTexted = contact.identifiers.some(({ kind }) => kind === "phone");
  if (!canBeTexted || (optedOut && !admin)) return null;
  const change = optedOut ? "opted_in" : "opted_out";
  return (
    <>
      {error && (
        <p role="alert" className="text-danger">
          {error.message}
        </p>
      )}
      <Button
        className="self-start"
        pending={isPending}
        onClick={() => mutate({ channel: "sms", change }, { onSuccess: () => toast("It was written down.") })}
      >
        {optedOut ? "They want texts again" : "They want no more texts"}
      </Button>
    </>
  );
}
