import type { ReactNode } from "react";

/** What stands above the content of a part of memory: whose it is, what can be done, and what this part is. */
export function Toolbar(props: { about: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {props.children}
        {props.action}
      </div>
      <p className="max-w-prose text-muted">{props.about}</p>
    </div>
  );
}
