import { WalletCards } from "lucide-react";
import { EmptyState } from "@/components/empty-state";

/** How accounts come about. */
export function NoAccounts() {
  return (
    <EmptyState icon={WalletCards} title="No accounts yet">
      <p>
        Tell what happened at a company, such as “New Company LLC sent their application”. It is created once
        you confirm it.
      </p>
      <p>
        To bring many with their emails and calls, run{" "}
        <code className="font-mono text-xs">steward ingest</code> on a folder.
      </p>
    </EmptyState>
  );
}
