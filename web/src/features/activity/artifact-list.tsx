import type { TurnArtifact } from "@/api/types";
import { Disclosure } from "@/components/disclosure";
import { Folded } from "@/components/folded";
import { Section } from "@/components/ui/section";
import { prettyJson } from "@/lib/json";

const groups = [
  { visibility: "team", title: "For the team", description: "What was said and done, as it was kept." },
  {
    visibility: "internal",
    title: "For admins",
    description: "What the model was told: instructions, tools and limits.",
  },
] as const;

/** Everything a turn started from or brought about, by who may see it. */
export function ArtifactList({ artifacts }: { artifacts: readonly TurnArtifact[] }) {
  return groups.map(({ visibility, title, description }) => {
    const own = artifacts.filter((artifact) => artifact.visibility === visibility);
    if (own.length === 0) return null;
    return (
      <Section key={visibility} title={title} description={description}>
        <ul className="flex flex-col gap-2">
          {own.map(({ key, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the record of a turn never changes its order.
            <li key={index}>
              <Disclosure summary={key.replaceAll("_", " ")}>
                <Folded code text={prettyJson(value)} />
              </Disclosure>
            </li>
          ))}
        </ul>
      </Section>
    );
  });
}
