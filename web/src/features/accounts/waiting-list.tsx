import { useSuspenseQuery } from "@tanstack/react-query";
import { FileCheck2 } from "lucide-react";
import { useState } from "react";
import { allProposalsQuery } from "@/api/accounts";
import { EmptyState } from "@/components/empty-state";
import { AccountLink } from "./account-link";
import { FileDialog } from "./file-dialog";
import type { Opened } from "./opened";
import { Proposal } from "./proposal";

/** What the sources of all accounts say and the accounts do not, to be decided on one by one. */
export function WaitingList() {
  const { total, proposals } = useSuspenseQuery(allProposalsQuery).data;
  const [opened, setOpened] = useState<Opened | null>(null);
  return (
    <>
      {total === 0 ? (
        <EmptyState icon={FileCheck2} title="Nothing is proposed">
          <p>
            When an email, a call or a text says something else than the account, it waits here for your
            decision.
          </p>
        </EmptyState>
      ) : (
        <div className="flex max-w-[50rem] flex-col gap-4">
          <p className="text-muted">
            {total > proposals.length
              ? `The newest ${proposals.length} of ${total}. Decide on them to see the others.`
              : "Accept what is right; either decision stands in the history of the account."}
          </p>
          <ul aria-label="Proposed" className="flex flex-col divide-y divide-line">
            {proposals.map((proposal) => (
              <Proposal
                key={`${proposal.account_id} ${proposal.id}`}
                accountId={proposal.account_id}
                proposal={proposal}
                onOpen={setOpened}
              >
                <AccountLink id={proposal.account_id}>{proposal.account_name}</AccountLink>
              </Proposal>
            ))}
          </ul>
        </div>
      )}
      {opened && <FileDialog opened={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
