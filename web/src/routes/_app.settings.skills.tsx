import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { isAdmin, meQuery } from "@/api/me";
import { skillsQuery } from "@/api/skills";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { SkillList } from "@/features/skills/skill-list";
import { SkillProblems } from "@/features/skills/skill-problems";
import { titled } from "@/lib/title";

const frame = {
  title: "Skills",
  description:
    "What agents can learn when a task asks for it. Yours are folders in skills/ of the workspace.",
};

export const Route = createFileRoute("/_app/settings/skills")({
  head: () => titled("Skills", "Settings"),
  loader: ({ context }) => context.queryClient.ensureQueryData(skillsQuery),
  pendingComponent: () => <ListSkeleton {...frame} />,
  component: Skills,
});

function Skills() {
  const editable = isAdmin(useSuspenseQuery(meQuery).data);
  const { skills, problems } = useSuspenseQuery(skillsQuery).data;
  return (
    <Page {...frame}>
      <SkillProblems problems={problems} />
      <SkillList skills={skills} editable={editable} />
      {!editable && <p className="text-muted">An owner or an admin can allow scripts.</p>}
    </Page>
  );
}
