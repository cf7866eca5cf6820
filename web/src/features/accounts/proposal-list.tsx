import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { decideProposal, proposalsQuery, refreshAccounts } from "@/api/accounts";
import { ApiError } from "@/api/error";
import type { AccountProposal } from "@/api/types";
import { InlineError } from "@/components/inline-error";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { formatDateTime } from "@/lib/format";
import { useMutation } from "@/lib/mutation";
import { ChangeList } from "./change-list";
import type { Opened } from "./opened";

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

function Proposal({ accountId, proposal, onOpen }: ProposalListProps & { proposal: AccountProposal }) {
  const cache = useQueryClient();
  const decision = useMutation({
    ...decideProposal,
    // Whoever came second sees what the first one decided.
    onSettled: () => refreshAccounts(cache),
  });
  const decide = (accept: boolean) => decision.mutate({ accountId, proposalId: proposal.id, accept });
  const late = decision.error instanceof ApiError && decision.error.status === 409;
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <ChangeList changes={[proposal.change]} />
      <blockquote className="border-l-2 border-line-strong pl-3 text-muted [overflow-wrap:anywhere]">
        <button
          type="button"
          onClick={() => onOpen({ path: proposal.path, lines: [proposal.line, proposal.line] })}
          className="cursor-pointer rounded-sm text-left text-text hover:underline"
        >
          {proposal.quote}
        </button>
        <footer className="text-[0.8125rem]">{formatDateTime(proposal.at)}</footer>
      </blockquote>
      {!late && <FormError failure={decision.error} fields={[]} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={decision.isPending} onClick={() => decide(true)}>
          <Check aria-hidden className="size-4" />
          Accept
        </Button>
        <Button disabled={decision.isPending} onClick={() => decide(false)}>
          <X aria-hidden className="size-4" />
          Dismiss
        </Button>
      </div>
    </li>
  );
}
