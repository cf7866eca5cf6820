import { TriangleAlert } from "lucide-react";
import { useId } from "react";
import type { FileProblem } from "@/api/types";
import { WorkspaceLink } from "./workspace-link";

/** Files somebody edited that can no longer be read, or that contradict each other. They are left as they are until somebody mends them. */
export function ProblemList({ problems }: { problems: readonly FileProblem[] }) {
  const id = useId();
  if (problems.length === 0) return null;
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-2 rounded-lg border border-line bg-warning-soft px-4 py-3"
    >
      <h2 id={id} className="flex items-center gap-2 font-semibold text-warning-text">
        <TriangleAlert aria-hidden className="size-4 shrink-0" /> Files that something is wrong with
      </h2>
      <ul className="flex flex-col gap-1.5">
        {problems.map(({ path, line, reason }) => (
          <li key={`${path}:${line}`} className="[overflow-wrap:anywhere]">
            <WorkspaceLink path={path}>{path}</WorkspaceLink>, line {line}: {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
