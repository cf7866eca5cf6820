interface Author {
  kind: "member" | "agent" | "mirror" | "system";
  name?: string | null;
}

const unnamed = {
  member: "A former member",
  agent: "A deleted agent",
  mirror: "The folder on disk",
  system: "Steward",
};

/** Who wrote something that is kept in versions. */
export function authorName({ kind, name }: Author): string {
  return name || unnamed[kind];
}
