import type { Contact } from "@/api/types";

/** A contact's name, or the nearest thing to one. A forgotten contact has nothing left that could be shown. */
export function contactName(contact: Contact): string {
  if (contact.forgotten) return "Forgotten contact";
  return contact.name ?? contact.identifiers[0]?.value ?? "Unnamed contact";
}
