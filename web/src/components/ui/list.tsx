import { clsx } from "clsx";
import type { ReactNode } from "react";

/** Rows instead of a table: they wrap on a phone, and a list says how many there are. */
export function List({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised"
    >
      {children}
    </ul>
  );
}

interface ListRowProps {
  icon?: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  meta?: ReactNode;
  actions?: ReactNode;
  className?: string;
}

export function ListRow({ icon, title, detail, meta, actions, className }: ListRowProps) {
  return (
    <li className={clsx("relative flex min-h-14 items-center gap-3 px-4 py-2.5", className)}>
      {icon}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium [overflow-wrap:anywhere]">
          {title}
        </div>
        {detail && <div className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">{detail}</div>}
      </div>
      {meta && <div className="hidden shrink-0 text-[0.8125rem] text-muted sm:block">{meta}</div>}
      {actions && <div className="flex shrink-0 items-center gap-1">{actions}</div>}
    </li>
  );
}
