import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight, Contact as ContactIcon, SearchX } from "lucide-react";
import { contactsQuery } from "@/api/contacts";
import type { Contact } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { EmptyState } from "@/components/empty-state";
import { LoadMore } from "@/components/load-more";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { List, ListRow } from "@/components/ui/list";
import { contactName } from "@/lib/contact-name";

export function ContactList({ query }: { query: string }) {
  const list = useSuspenseInfiniteQuery(contactsQuery(query));
  const contacts = list.data.pages.flatMap((page) => page.items);
  if (contacts.length === 0 && query !== "") {
    return (
      <EmptyState icon={SearchX} title="No contact matches">
        <p>Search for part of a name, or for a whole phone number or email address.</p>
      </EmptyState>
    );
  }
  if (contacts.length === 0) {
    return (
      <EmptyState icon={ContactIcon} title="No contacts">
        <p>A contact is a person outside the team, known by phone or email. Contacts you add appear here.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <List label="Contacts">
        {contacts.map((contact) => (
          <ContactRow key={contact.id} contact={contact} />
        ))}
      </List>
      <LoadMore {...list} />
    </>
  );
}

function ContactRow({ contact }: { contact: Contact }) {
  const name = contactName(contact);
  return (
    <ListRow
      className="transition-colors hover:bg-hover"
      icon={<Avatar name={contact.forgotten ? "" : name} />}
      title={
        <>
          <Link
            to="/settings/contacts/$contactId"
            params={{ contactId: contact.id }}
            className="outline-none after:absolute after:inset-0 focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {name}
          </Link>
          {contact.forgotten && <Badge>forgotten</Badge>}
        </>
      }
      detail={contact.identifiers
        .map((identifier) => identifier.value)
        .filter((value) => value !== name)
        .join(" · ")}
      meta={
        <>
          Added <DateTime value={contact.created_at} />
        </>
      }
      actions={<ChevronRight aria-hidden className="size-4 text-faint" />}
    />
  );
}
