import { useSuspenseQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { type ReactNode, useId } from "react";
import { namesQuery } from "@/api/names";
import { needsQuery } from "@/api/needs";
import { EmptyState } from "@/components/empty-state";
import { ApprovalCard } from "./approval-card";
import { JobCard } from "./job-card";
import { NoticeCard } from "./notice-card";
import { ReviewCard } from "./review-card";
import { SettledCard } from "./settled-card";
import { SuggestionCard } from "./suggestion-card";
import { useSettled } from "./use-settled";

export function NeedsList({ admin }: { admin: boolean }) {
  const needs = useSuspenseQuery(needsQuery(admin)).data;
  const names = useSuspenseQuery(namesQuery).data;
  const { settled, decideHere, dismiss } = useSettled(needs.approvals);
  const { approvals, suggestions, reviews, notices, jobs } = needs;
  const waiting = approvals.length + suggestions.length + reviews.length + notices.length + jobs.length;
  if (waiting + settled.length === 0) {
    return (
      <EmptyState icon={CircleCheck} title="Nothing needs you">
        <p>
          When an agent asks for permission or drafts a reply, or something cannot go on by itself, it appears
          here.
        </p>
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-8">
      <Group title="To approve" count={approvals.length + settled.length}>
        {approvals.map((approval) => (
          <ApprovalCard key={approval.id} {...{ approval, names, admin }} onDecide={decideHere} />
        ))}
        {settled.map((id) => (
          <SettledCard key={id} id={id} onDismiss={() => dismiss(id)} />
        ))}
      </Group>
      <Group title="Replies to send" count={suggestions.length}>
        {suggestions.map((suggestion) => (
          <SuggestionCard key={suggestion.id} {...{ suggestion, names }} />
        ))}
      </Group>
      <Group title="Messages to decide about" count={reviews.length}>
        {reviews.map((effect) => (
          <ReviewCard key={effect.id} {...{ effect, names }} />
        ))}
      </Group>
      <Group title="Notices" count={notices.length}>
        {notices.map((notice) => (
          <NoticeCard key={notice.id} {...{ notice, names }} />
        ))}
      </Group>
      <Group title="Work that was given up" count={jobs.length}>
        {jobs.map((job) => (
          <JobCard key={job.id} job={job} />
        ))}
      </Group>
      {needs.more && <p className="text-muted">There is more. It appears once some of this is seen to.</p>}
    </div>
  );
}

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const id = useId();
  if (count === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-[0.9375rem] font-semibold tracking-tight">
        {title}
      </h2>
      <ul aria-labelledby={id} className="flex flex-col gap-3">
        {children}
      </ul>
    </section>
  );
}
