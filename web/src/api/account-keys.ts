/** Every query key of the accounts, apart from the others because no first page needs them. */
export const accountKeys = {
  all: ["accounts"],
  list: ["accounts", "list"],
  tree: ["accounts", "tree"],
  file: (path: string) => ["accounts", "file", path],
  account: (id: string, asOf: string | null) => ["accounts", "one", id, asOf],
  proposals: (id: string) => ["accounts", "proposals", id],
  allProposals: ["accounts", "proposals"],
} as const;
