import { useQueryClient } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { decideProposal, refreshAccounts } from "@/api/accounts";
import { ApiError } from "@/api/error";
import type { AccountProposal } from "@/api/types";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/field";
import { formatDateTime } from "@/lib/format";
import { useMutation } from "@/lib/mutation";
import { ChangeList } from "./change-list";
import type { Opened } from "./opened";

interface ProposalProps {
  accountId: string;
  proposal: AccountProposal;
  onOpen: (opened: Opened) => void;
  /** Stands above it, where proposals of several accounts are listed. */
  children?: ReactNode;
}

/** A change that a source speaks for, with what it says, to accept or to dismiss. */
export function Proposal({ accountId, proposal, onOpen, children }: ProposalProps) {
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
      {children}
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
