import { clsx } from "clsx";
import type { ReactNode } from "react";

interface PageProps {
  title: string;
  description?: ReactNode;
  /** What stands before the title, such as the way back to a list. */
  back?: ReactNode;
  actions?: ReactNode;
  /** For what is read or filled in: no wider than lines are easy to read, header and content alike. */
  narrow?: boolean;
  children: ReactNode;
}

/** The frame of every page: one heading, which takes focus after navigation, and the content. */
export function Page({ title, description, back, actions, narrow = false, children }: PageProps) {
  return (
    <div
      className={clsx(
        "flex min-h-full flex-1 flex-col gap-6 px-4 py-6 md:px-8 md:py-7",
        narrow && "w-full max-w-[60rem]",
      )}
    >
      <header className="flex flex-col gap-3">
        {back}
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 flex-col gap-1">
            <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight [overflow-wrap:anywhere]">
              {title}
            </h1>
            {description && <p className="max-w-prose text-muted">{description}</p>}
          </div>
          {actions && <div className="flex shrink-0 gap-2 max-sm:shrink max-sm:flex-wrap">{actions}</div>}
        </div>
      </header>
      {children}
    </div>
  );
}
