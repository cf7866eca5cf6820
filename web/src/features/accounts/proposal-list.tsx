import { useQuery } from "@tanstack/react-query";
import { proposalsQuery } from "@/api/accounts";
import { InlineError } from "@/components/inline-error";
import { Section } from "@/components/ui/section";
import type { Opened } from "./opened";
import { Proposal } from "./proposal";

interface ProposalListProps {
  accountId: string;
  onOpen: (opened: Opened) => void;
}

/** What emails, calls and texts say and the account does not. Nothing of it is true before somebody says so. */
export function ProposalList({ accountId, onOpen }: ProposalListProps) {
  const proposals = useQuery(proposalsQuery(accountId));
  if (proposals.error) {
    return <InlineError error={proposals.error} onRetry={() => void proposals.refetch()} />;
  }
  if (!proposals.data || proposals.data.length === 0) return null;
  return (
    <Section
      title="Proposed"
      description="Said in messages and calls, and not in the account. Accept what is right; either decision stands in the history."
    >
      <ul aria-label="Proposed" className="flex flex-col divide-y divide-line">
        {proposals.data.map((proposal) => (
          <Proposal key={proposal.id} {...{ accountId, proposal, onOpen }} />
        ))}
      </ul>
    </Section>
  );
}
