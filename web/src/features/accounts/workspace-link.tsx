import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** Leads to a file where it can be edited. */
export function WorkspaceLink({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Link
      to="/workspace/$"
      params={{ _splat: path }}
      search={{}}
      className="rounded-sm font-medium [overflow-wrap:anywhere] text-accent-text hover:underline"
    >
      {children}
    </Link>
  );
}
