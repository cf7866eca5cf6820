/** Every query key there is, so that invalidation never guesses. */
export const keys = {
  me: ["me"],
  org: ["org"],
  members: ["members"],
  memberList: ["members", "list"],
  member: (id: string) => ["members", "one", id],
  apiKeys: ["api-keys"],
  contacts: ["contacts"],
  contactLists: ["contacts", "list"],
  contactList: (query: string) => ["contacts", "list", query],
  contact: (id: string) => ["contacts", "one", id],
  lines: ["lines"],
} as const;
