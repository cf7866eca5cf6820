import { clsx } from "clsx";
import type { ReactNode } from "react";

interface BarTipProps {
  title: string;
  /** Where along the chart it points, from 0 to 1. */
  at: number;
  children: ReactNode;
}

/** What a bar stands for, above it. Near an end it stays inside the chart. */
export function BarTip({ title, at, children }: BarTipProps) {
  return (
    <div
      aria-hidden
      style={{ left: `${at * 100}%` }}
      className={clsx(
        "pointer-events-none absolute bottom-full z-10 mb-1 flex w-max max-w-48 flex-col rounded-md border border-line bg-raised px-2.5 py-1.5 text-xs text-muted tabular-nums shadow-float",
        at < 0.25 ? "-translate-x-3" : at > 0.75 ? "translate-x-[calc(-100%+0.75rem)]" : "-translate-x-1/2",
      )}
    >
      <span>{title}</span>
      {children}
    </div>
  );
}
