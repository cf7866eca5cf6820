import { useMutation, useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import { blockVersionsQuery, undoBlock } from "@/api/memory";
import type { Block, BlockVersion } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { LoadMore } from "@/components/load-more";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { toast } from "@/lib/toast";
import { authorName, placeOf } from "./block.logic";
import { DiffView } from "./diff-view";
import { TrustBadge } from "./trust-badge";

/** Every version of a block; the chosen one is compared with the present one and can be brought back. */
export function BlockHistory({ block, chosen }: { block: Block; chosen: number | undefined }) {
  const list = useSuspenseInfiniteQuery(blockVersionsQuery(placeOf(block)));
  const versions = list.data.pages.flatMap((page) => page.items);
  const shown = versions.find(({ version }) => version === (chosen ?? block.version - 1)) ?? versions[0];
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-3">
        <nav aria-label="Versions">
          <ol className="flex max-h-96 flex-col overflow-y-auto rounded-lg border border-line bg-raised lg:max-h-[70dvh]">
            {versions.map((version) => (
              <VersionRow key={version.version} {...{ block, version }} current={version === shown} />
            ))}
          </ol>
        </nav>
        <LoadMore {...list} />
      </div>
      {shown && <Comparison key={shown.version} block={block} version={shown} />}
    </div>
  );
}

function VersionRow(props: { block: Block; version: BlockVersion; current: boolean }) {
  const { block, version, current } = props;
  const { scope, agent_id } = block;
  return (
    <li className="border-line not-first:border-t">
      <Link
        to="/memory/blocks/$label"
        params={{ label: block.label }}
        search={{ scope, ...(agent_id && { agent: agent_id }), version: version.version }}
        replace
        aria-current={current ? "true" : undefined}
        className="flex flex-col gap-0.5 px-4 py-2.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2 aria-[current=true]:bg-selected"
      >
        <span className="flex flex-wrap items-center gap-2 font-medium">
          Version {version.version}
          {version.version === block.version && <Badge tone="accent">Present</Badge>}
          <TrustBadge integrity={version.integrity} />
        </span>
        <span className="text-[0.8125rem] text-muted">
          {authorName(version.author)}, <DateTime value={version.created_at} />
        </span>
      </Link>
    </li>
  );
}

function Comparison({ block, version }: { block: Block; version: BlockVersion }) {
  const { mutate, isPending, error } = useMutation(undoBlock(placeOf(block)));
  const present = version.version === block.version;
  const restore = () =>
    mutate(version.version, {
      onSuccess: () => toast(`Version ${version.version} is the present text again.`),
    });
  if (present) {
    return (
      <Section title={`Version ${version.version}, the present one`}>
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{version.value || "Empty."}</p>
      </Section>
    );
  }
  return (
    <Section
      title={`From version ${version.version} to the present one`}
      description="What was taken out since then, and what was put in."
    >
      <DiffView label="Differences" before={version.value} after={block.value} />
      <FormError failure={error} fields={[]} />
      <Button className="self-start" pending={isPending} onClick={restore}>
        <RotateCcw aria-hidden /> Restore version {version.version}
      </Button>
    </Section>
  );
}
