import { useQueryClient } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { myAgentQuery } from "@/api/my-agent";
import type { AgentConfig } from "@/api/types";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { MyAgentForm } from "@/features/my-agent/my-agent-form";
import { titled } from "@/lib/title";
import { toastFailure } from "@/lib/toast";

const frame = { title: "Your agent", description: "How the agent that works for you alone is to be." };

export const Route = createFileRoute("/_app/settings/agent")({
  head: () => titled("Your agent", "Settings"),
  // Fetched anew each time: programs can change it too.
  loader: ({ context }) => context.queryClient.fetchQuery(myAgentQuery),
  pendingComponent: () => <ListSkeleton {...frame} />,
  component: YourAgent,
});

function YourAgent() {
  const cache = useQueryClient();
  // The form keeps what it began with: another change must not take away what is being typed.
  const [form, setForm] = useState({ config: Route.useLoaderData(), no: 0 });
  const begin = (config: AgentConfig) => setForm(({ no }) => ({ config, no: no + 1 }));
  const readAgain = () =>
    cache.fetchQuery(myAgentQuery).then(begin, (error: Error) => toastFailure(error.message));
  return (
    <Page {...frame}>
      <MyAgentForm key={form.no} config={form.config} onSaved={begin} onOutdated={readAgain} />
    </Page>
  );
}
