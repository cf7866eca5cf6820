import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { namesQuery } from "@/api/names";
import { turnQuery } from "@/api/turns";
import { BackLink } from "@/components/back-link";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { buttonStyle } from "@/components/ui/button";
import { ArtifactList } from "@/features/activity/artifact-list";
import { ReplaySection } from "@/features/activity/replay-section";
import { StepTimeline } from "@/features/activity/step-timeline";
import { Timeline } from "@/features/activity/timeline";
import { TurnFacts } from "@/features/activity/turn-facts";
import { TurnTalk } from "@/features/activity/turn-talk";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/activity/$turnId")({
  head: () => titled("Turn", "Activity"),
  // Fetched anew each time: a turn that was running may be over.
  loader: ({ context: { queryClient }, params }) =>
    Promise.all([queryClient.fetchQuery(turnQuery(params.turnId)), queryClient.ensureQueryData(namesQuery)]),
  pendingComponent: () => <ListSkeleton narrow title="Turn" />,
  component: TurnPage,
});

function TurnPage() {
  const { turnId } = Route.useParams();
  const detail = useSuspenseQuery(turnQuery(turnId)).data;
  const names = useSuspenseQuery(namesQuery).data;
  const agent = names.agent(detail.turn.agent_id);
  return (
    <Page
      narrow
      title={`${agent}, turn ${detail.turn.no}`}
      back={<BackLink to="/activity">Activity</BackLink>}
      actions={
        <Link
          to="/threads/$threadId/memory"
          params={{ threadId: detail.turn.thread_id }}
          className={buttonStyle()}
        >
          Memory of the conversation
        </Link>
      }
    >
      <div className="flex flex-col gap-6">
        <TurnFacts detail={detail} names={names} />
        <Timeline detail={detail} />
        <TurnTalk detail={detail} agent={agent} />
        <StepTimeline detail={detail} names={names} />
        {detail.turn.state !== "open" && <ReplaySection turnId={turnId} />}
        <ArtifactList artifacts={detail.artifacts} />
      </div>
    </Page>
  );
}
