import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** Leads to a file where it can be edited. */
export function WorkspaceLink({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Link
      // The workspace takes any path below it.
      to={`/workspace/${path}` as "/workspace"}
      className="rounded-sm font-medium [overflow-wrap:anywhere] text-accent-text hover:underline"
    >
      {children}
    </Link>
  );
}
