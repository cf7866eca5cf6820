import type { ReactNode } from "react";

/** Something in figures. The last row is filled, however many there are. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line">
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 grow basis-[calc(50%-1px)] flex-col gap-0.5 bg-raised sm:basis-[calc(25%-1px)] px-4 py-3">
      <dt className="text-[0.8125rem] text-muted">{label}</dt>
      <dd className="font-medium [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
