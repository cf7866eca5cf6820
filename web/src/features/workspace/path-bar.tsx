import { Link } from "@tanstack/react-router";
import { ChevronRight, FolderTree } from "lucide-react";
import { stepsTo } from "@/lib/workspace-path";

const style = "block max-w-48 truncate rounded-sm px-1 py-0.5 text-[0.8125rem] font-medium";

/** Where one is, each step of the way a link. */
export function PathBar({ path }: { path: string }) {
  const steps = stepsTo(path);
  return (
    <nav aria-label="Path" className="-ml-1">
      <ol className="flex flex-wrap items-center gap-y-1">
        {[{ name: "Workspace", path: "" }, ...steps].map((step, index) => (
          <li key={step.path} className="flex min-w-0 items-center">
            {index > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0 text-faint" />}
            {step.path === path ? (
              <span aria-current="page" title={step.name} className={style}>
                {step.name}
              </span>
            ) : (
              <Link
                to="/workspace/$"
                params={{ _splat: step.path }}
                search={{}}
                // A folder on the way is not the page one is on.
                activeOptions={{ exact: true }}
                title={step.name}
                className={`${style} text-muted hover:text-text hover:underline`}
              >
                {index === 0 ? (
                  <span className="flex items-center gap-1.5">
                    <FolderTree aria-hidden className="size-3.5" /> {step.name}
                  </span>
                ) : (
                  step.name
                )}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
