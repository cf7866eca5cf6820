import { useQueries } from "@tanstack/react-query";
import { contactQuery } from "@/api/contacts";
import type { InboxThread } from "@/api/types";
import { contactName } from "@/lib/contact-name";

/** A number seldom becomes another one. */
const staleTime = 5 * 60_000;

/** Conversations whose contact is called by something: whoever has no name yet is called by their number. */
export function useNamed(threads: readonly InboxThread[]): InboxThread[] {
  const unnamed = threads.filter(({ contact_name }) => contact_name == null);
  const ids = [...new Set(unnamed.map(({ contact_id }) => contact_id))];
  const contacts = useQueries({ queries: ids.map((id) => ({ ...contactQuery(id), staleTime })) });
  const asked = new Map(ids.map((id, place) => [id, contacts[place]]));
  return threads.map((thread) => {
    const contact = asked.get(thread.contact_id);
    if (contact?.data) return { ...thread, contact_name: contactName(contact.data) };
    // Nobody is said to be without a name who is only being asked for.
    return contact?.isPending ? { ...thread, contact_name: "…" } : thread;
  });
}
