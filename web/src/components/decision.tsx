import { useQuery } from "@tanstack/react-query";
import { memberQuery } from "@/api/members";
import { approvalQuery } from "@/api/needs";
import type { Approval } from "@/api/types";
import { Folded } from "@/components/folded";
import type { Decided } from "@/lib/decision";
import { toolLabel } from "@/lib/tools";

/** A decision as people say it: who decided about what, and what came of it. */
export function Decision({ decided }: { decided: Decided }) {
  const { approvalId, word, outcome, told } = decided;
  const approval = useQuery(approvalQuery(approvalId)).data;
  const who = useDecider(approval) ?? "A person";
  const what = approval ? `“${toolLabel(approval.tool)}”` : "a call";
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className={outcome === "failed" ? "font-medium text-danger" : undefined}>
        {word === "approved" && `${who} approved ${what}${ends[outcome ?? "open"]}`}
        {word === "denied" && `${who} said no to ${what}. It was not done.`}
        {word === "expired" && `Nobody decided about ${what} in time. It was not done.`}
      </p>
      {outcome !== null && <Folded text={told} />}
    </div>
  );
}

const ends = { open: ".", done: ", and it was done.", failed: ", but it failed." };

/** The name of the member who decided, once both are known. */
export function useDecider(approval: Approval | undefined): string | undefined {
  const by = approval?.decided_by ?? "";
  return useQuery({ ...memberQuery(by), enabled: by !== "" }).data?.name;
}

/** What became of a question, in a sentence without its end. */
export function settledWords(approval: Approval, who: string): string {
  switch (approval.decision) {
    case "approved":
      return approval.edited ? `${who} changed and approved this` : `${who} approved this`;
    case "denied":
      return `${who} denied this`;
    default:
      return "Nobody decided this in time";
  }
}
