import { Link } from "@tanstack/react-router";
import type { SkillProblem } from "@/api/types";
import { Section } from "@/components/ui/section";

/** Why skills of the organisation were left out, with the way to the line. */
export function SkillProblems({ problems }: { problems: SkillProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <Section
      title="Left out"
      description="Agents do not see these until they are put right in the workspace."
    >
      <ul className="flex flex-col gap-1.5 [overflow-wrap:anywhere]">
        {problems.map(({ file, line, reason }) => (
          <li key={`${file}:${line}:${reason}`}>
            <Link
              to="/workspace/$"
              params={{ _splat: file }}
              search={{ line }}
              className="text-accent-text underline"
            >
              {file}, line {line}
            </Link>
            : {reason}
          </li>
        ))}
      </ul>
    </Section>
  );
}
