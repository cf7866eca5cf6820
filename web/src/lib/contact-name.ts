interface Named {
  name?: string | null;
  identifiers: readonly { value: string }[];
  forgotten: boolean;
}

/** A contact's name, or the nearest thing to one. A forgotten contact has nothing left that could be shown. */
export function contactName(contact: Named): string {
  if (contact.forgotten) return "Forgotten contact";
  const known = contact.identifiers[0]?.value;
  // A sender without a number, such as a short code, is known by what it wrote as.
  return contact.name ?? known?.replace(/^sms:/, "") ?? "Unnamed contact";
}
