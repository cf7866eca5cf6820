import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client";
import { ApiError } from "./error";
import { keys } from "./keys";
import type {
  Approval,
  ApprovalWord,
  Effect,
  EffectAttempt,
  Job,
  Json,
  Notice,
  ReviewDecision,
  Suggestion,
} from "./types";

/** Everything that waits for a person, oldest first. */
export interface Needs {
  approvals: Approval[];
  suggestions: Suggestion[];
  reviews: Effect[];
  notices: Notice[];
  jobs: Job[];
  /** There is more than one page of something. */
  more: boolean;
}

const limit = 100;

/** Asked again while somebody looks: nothing is pushed to the browser, and a decision may be due within minutes. */
const interval = 10_000;

/** Jobs are shown to admins alone, and asking for them as anybody else is refused. */
export const needsQuery = (admin: boolean) =>
  queryOptions({
    queryKey: keys.openNeeds(admin),
    queryFn: async ({ signal }): Promise<Needs> => {
      const open = { params: { query: { open: true, limit } }, signal };
      const [approvals, suggestions, reviews, notices, jobs] = await Promise.all([
        unwrap(client.GET("/api/approvals", open)),
        unwrap(client.GET("/api/suggestions", open)),
        unwrap(client.GET("/api/effects", { params: { query: { state: "review", limit } }, signal })),
        unwrap(client.GET("/api/notices", open)),
        admin
          ? unwrap(client.GET("/api/jobs", { params: { query: { state: "dead", limit } }, signal }))
          : { items: [] },
      ]);
      return {
        approvals: approvals.items as Approval[],
        suggestions: suggestions.items,
        reviews: reviews.items as unknown as Effect[],
        notices: withoutReviewed(notices.items, reviews.items),
        jobs: jobs.items,
        more: [approvals, suggestions, reviews, notices, jobs].some(
          (list) => "next_cursor" in list && list.next_cursor,
        ),
      };
    },
    refetchInterval: interval,
  });

/** How many things a member of this standing can do something about. */
export function countNeeds(needs: Needs, admin: boolean): number {
  const decidable = needs.approvals.filter((approval) => mayDecide(approval, admin));
  const { suggestions, reviews, notices, jobs } = needs;
  return decidable.length + suggestions.length + reviews.length + notices.length + jobs.length;
}

export function mayDecide(approval: Approval, admin: boolean): boolean {
  return admin || approval.approver === "member";
}

/** Whether a decision was refused because somebody else had decided before. */
export function isDecided(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

/** A send in review also raises a notice, which says less than the send itself. */
function withoutReviewed(notices: Notice[], reviews: { thread_id: string }[]): Notice[] {
  const threads = new Set<string | null | undefined>(reviews.map((effect) => effect.thread_id));
  return notices.filter((notice) => notice.kind !== "review" || !threads.has(notice.thread_id));
}

export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: keys.approval(id),
    queryFn: async ({ signal }) =>
      (await unwrap(
        client.GET("/api/approvals/{approval_id}", { params: { path: { approval_id: id } }, signal }),
      )) as Approval,
  });

export const attemptsQuery = (effectId: string) =>
  queryOptions({
    queryKey: keys.effect(effectId),
    queryFn: async ({ signal }): Promise<EffectAttempt[]> => {
      const path = { effect_id: effectId };
      return (await unwrap(client.GET("/api/effects/{effect_id}", { params: { path }, signal }))).attempts;
    },
  });

export const decideApproval = (id: string) =>
  mutationOptions({
    mutationFn: (body: { decision: ApprovalWord; arguments?: Json }) =>
      unwrap(
        client.POST("/api/approvals/{approval_id}/decision", {
          params: { path: { approval_id: id } },
          body: body as { decision: ApprovalWord; arguments?: Record<string, never> },
        }),
      ),
    onSettled: refreshNeeds,
  });

export const decideEffect = (id: string) =>
  mutationOptions({
    mutationFn: (decision: ReviewDecision) =>
      unwrap(
        client.POST("/api/effects/{effect_id}/decision", {
          params: { path: { effect_id: id } },
          body: { decision },
        }),
      ),
    onSettled: refreshNeeds,
  });

export const resolveNotice = mutationOptions({
  mutationFn: (id: string) =>
    unwrap(client.POST("/api/notices/{notice_id}/resolve", { params: { path: { notice_id: id } } })),
  onSettled: refreshNeeds,
});

/** Lets a conversation go on; the notice that said it was on hold ends with it. */
export const releaseHeld = mutationOptions({
  mutationFn: (thread: string) =>
    unwrap(client.POST("/api/threads/{thread_id}/release", { params: { path: { thread_id: thread } } })),
  onSettled: refreshNeeds,
});

export const retryJob = mutationOptions({
  mutationFn: (id: string) =>
    unwrap(client.POST("/api/jobs/{job_id}/retry", { params: { path: { job_id: id } } })),
  onSettled: refreshNeeds,
});

/**
 * Also after a refusal: what was refused has usually been seen to by somebody else. Not waited for, since the card that
 * asked disappears with the answer and could tell nothing any more.
 */
export function refreshNeeds(
  _data: unknown,
  _error: unknown,
  _input: unknown,
  _result: unknown,
  { client: cache }: { client: QueryClient },
): void {
  void cache.invalidateQueries({ queryKey: keys.needs });
  // The marks of conversations come from the same things.
  void cache.invalidateQueries({ queryKey: keys.inbox });
}
