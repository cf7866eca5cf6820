import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Bot, ChevronsUpDown, CircleUserRound, Contact as ContactIcon, Layers, Users } from "lucide-react";
import { useState } from "react";
import { contactsQuery } from "@/api/contacts";
import { meQuery } from "@/api/me";
import { type Names, namesQuery } from "@/api/names";
import { PickerDialog, type PickerEntry } from "@/components/picker-dialog";
import { Button } from "@/components/ui/button";
import { contactName } from "@/lib/contact-name";
import { matching } from "@/lib/matching";
import { usePaused } from "@/lib/use-paused";
import { scopeLabel } from "./scope-label.logic";

interface ScopePickerProps {
  /** Nothing stands for several scopes at once, where `several` says what they are called together. */
  scope: string | undefined;
  several?: string;
  onPick: (scope: string | undefined) => void;
}

/** Whose memory is shown. */
export function ScopePicker({ scope, several, onPick }: ScopePickerProps) {
  const names = useSuspenseQuery(namesQuery).data;
  const me = useSuspenseQuery(meQuery).data;
  const [open, setOpen] = useState(false);
  const label = scope === undefined ? (several ?? "") : scopeLabel(scope, names, me);
  const pick = (picked: string | undefined) => {
    setOpen(false);
    onPick(picked);
  };
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={`Whose memory: ${label}. Change`}
        className="max-w-full"
        onClick={() => setOpen(true)}
      >
        <span className="text-muted">Whose</span>
        <span className="max-w-56 truncate">{label}</span>
        <ChevronsUpDown aria-hidden className="text-muted" />
      </Button>
      {open && <ScopeDialog {...{ names, several }} onPick={pick} onClose={() => setOpen(false)} />}
    </>
  );
}

type ScopeEntry = PickerEntry & { scope: string | undefined };

function ScopeDialog(props: {
  names: Names;
  several: string | undefined;
  onPick: (scope: string | undefined) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  // The server searches names, and numbers and addresses as a whole.
  const contacts = useInfiniteQuery({
    ...contactsQuery(usePaused(text.trim())),
    placeholderData: keepPreviousData,
  });
  const entries: ScopeEntry[] = [
    ...matching(fixedEntries(props.names, props.several), text),
    ...(contacts.data?.pages[0]?.items ?? [])
      .filter((contact) => !contact.forgotten)
      .map((contact) => ({
        id: contact.id,
        label: contactName(contact),
        group: "Contact",
        icon: ContactIcon,
        scope: `contact:${contact.id}`,
      })),
  ];
  return (
    <PickerDialog
      title="Whose memory"
      field="Find a contact or an agent"
      placeholder="A contact or an agent…"
      nothing={contacts.isFetching ? "Searching…" : "Nobody matches."}
      text={text}
      onText={setText}
      entries={entries}
      onPick={(entry) => props.onPick(entry.scope)}
      onClose={props.onClose}
    />
  );
}

function fixedEntries(names: Names, several: string | undefined): ScopeEntry[] {
  return [
    ...(several === undefined ? [] : [{ label: several, group: "Both", icon: Layers, scope: undefined }]),
    { label: "Mine", group: "Member", icon: CircleUserRound, scope: "member" },
    { label: "The team's", group: "Team", icon: Users, scope: "org" },
    ...names.agents.map(({ id }) => ({
      id,
      label: names.agent(id),
      group: "Agent",
      icon: Bot,
      scope: `agent:${id}`,
    })),
  ];
}
