import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 px-4 py-16 text-center">
      <span className="flex size-12 items-center justify-center rounded-xl border border-line bg-sunken text-muted">
        <Icon aria-hidden className="size-5.5" strokeWidth={1.75} />
      </span>
      <div className="flex max-w-md flex-col gap-1.5">
        <h2 className="text-[0.9375rem] font-semibold tracking-tight">{title}</h2>
        <div className="flex flex-col gap-2 text-balance text-muted">{children}</div>
      </div>
      {action}
    </div>
  );
}
