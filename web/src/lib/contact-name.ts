interface Named {
  name?: string | null;
  identifiers: readonly { value: string }[];
  forgotten: boolean;
}

/** A contact's name, or the nearest thing to one. A forgotten contact has nothing left that could be shown. */
export function contactName(contact: Named): string {
  if (contact.forgotten) return "Forgotten contact";
  return contact.name ?? contact.identifiers[0]?.value ?? "Unnamed contact";
}
