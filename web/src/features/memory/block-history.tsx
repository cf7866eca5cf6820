import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { blockVersionsQuery, undoBlock } from "@/api/memory";
import type { Block, BlockVersion } from "@/api/types";
import { DiffView } from "@/components/diff-view";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { Versions } from "@/components/versions";
import { authorName } from "@/lib/author";
import { useMutation } from "@/lib/mutation";
import { toast } from "@/lib/toast";
import { placeOf } from "./block.logic";

/** Every version of a block; the chosen one is compared with the present one and can be brought back. */
export function BlockHistory({ block, chosen }: { block: Block; chosen: number | undefined }) {
  const list = useSuspenseInfiniteQuery(blockVersionsQuery(placeOf(block)));
  const versions = list.data.pages.flatMap((page) => page.items);
  const shown = versions.find(({ version }) => version === (chosen ?? block.version - 1)) ?? versions[0];
  const { label, scope, agent_id } = block;
  return (
    <Versions
      versions={versions.map(({ version, created_at, author, integrity }) => ({
        no: version,
        at: created_at,
        by: authorName(author),
        integrity,
      }))}
      present={block.version}
      chosen={shown?.version}
      linkTo={(version) => ({
        to: "/memory/blocks/$label",
        params: { label },
        search: { scope, ...(agent_id && { agent: agent_id }), version },
      })}
      list={list}
    >
      {shown && <Comparison key={shown.version} block={block} version={shown} />}
    </Versions>
  );
}

function Comparison({ block, version }: { block: Block; version: BlockVersion }) {
  const { mutate, isPending, error } = useMutation(undoBlock(placeOf(block)));
  const present = version.version === block.version;
  const restore = () =>
    mutate(
      { seen: block.version, version: version.version },
      {
        onSuccess: () => toast(`Version ${version.version} is the present text again.`),
      },
    );
  if (present) {
    return (
      <Section title={`Version ${version.version}, the present one`}>
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {version.value || "Empty."}
        </p>
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
