import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { linesQuery } from "@/api/lines";
import { isAdmin, meQuery } from "@/api/me";
import { namesQuery } from "@/api/names";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { CreateLineButton } from "@/features/lines/create-line-button";
import { LineList } from "@/features/lines/line-list";
import { titled } from "@/lib/title";

const frame = { title: "Lines", description: "The phone numbers and mailboxes the team is reached at." };

export const Route = createFileRoute("/_app/settings/lines")({
  head: () => titled("Lines", "Settings"),
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureInfiniteQueryData(linesQuery), queryClient.ensureQueryData(namesQuery)]),
  pendingComponent: () => <ListSkeleton {...frame} />,
  component: Lines,
});

function Lines() {
  const editable = isAdmin(useSuspenseQuery(meQuery).data);
  return (
    <Page {...frame} actions={editable && <CreateLineButton />}>
      <LineList editable={editable} />
    </Page>
  );
}
