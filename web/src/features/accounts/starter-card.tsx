import type { ReactNode } from "react";
import type { Starter } from "@/api/types";
import { Meter } from "@/components/meter";
import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/section";
import { formatShare } from "@/lib/format";
import { AccountLink } from "./account-link";

const intents: Record<string, string> = { search: "A question", update: "A change", unclear: "Unclear" };
const agents: Record<string, string> = { search_agent: "Search agent", updater_agent: "Updater agent" };

/** What the Starter made of the sentence, and whom it gave it to. */
export function StarterCard({ starter, routedTo }: { starter: Starter; routedTo: string | null }) {
  return (
    <Section title="Starter">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Item label="Understood as">
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={starter.intent === "unclear" ? "warning" : "accent"}>
              {intents[starter.intent] ?? starter.intent}
            </Badge>
            <span className="text-muted tabular-nums">{formatShare(starter.confidence)} sure</span>
          </span>
          <Meter share={starter.confidence} className="mt-1.5" />
        </Item>
        <Item label="Account">
          {starter.account_id ? (
            <>
              <AccountLink id={starter.account_id}>{starter.account_name ?? starter.account_id}</AccountLink>
              <span className="text-muted"> found by {starter.found_by}</span>
            </>
          ) : (
            <span className="text-muted">None: {starter.found_by}</span>
          )}
        </Item>
        <Item label="Rule">{starter.rule}</Item>
        {starter.skill && <Item label="Skill">{starter.skill}</Item>}
        {routedTo && <Item label="Routed to">{agents[routedTo] ?? routedTo}</Item>}
      </dl>
    </Section>
  );
}

function Item({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-muted">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
