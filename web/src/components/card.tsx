import { type ReactNode, useId } from "react";

interface CardProps {
  icon: ReactNode;
  title: ReactNode;
  /** Where it comes from and when. */
  detail: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

/** One thing that waits for a person: what it is, what it says, what can be done. */
export function Card({ icon, title, detail, children, actions }: CardProps) {
  const id = useId();
  return (
    <li
      aria-labelledby={id}
      className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-4 shadow-raised"
    >
      <div className="flex items-start gap-3">
        <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-hover text-muted [&_svg]:size-4">
          {icon}
        </span>
        <div className="flex min-w-0 flex-1 flex-col">
          <h3
            id={id}
            className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold [overflow-wrap:anywhere]"
          >
            {title}
          </h3>
          <p className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">{detail}</p>
        </div>
      </div>
      {children}
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </li>
  );
}
