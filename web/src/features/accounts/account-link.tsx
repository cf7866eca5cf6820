import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** Leads to an account, with its timeline. */
export function AccountLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link
      to="/accounts/$accountId"
      params={{ accountId: id }}
      className="rounded-sm font-medium [overflow-wrap:anywhere] text-accent-text hover:underline"
    >
      {children}
    </Link>
  );
}
