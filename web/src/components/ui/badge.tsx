import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";

const style = cva(
  "inline-flex h-5 max-w-full shrink-0 items-center rounded-full px-2 text-xs font-medium whitespace-nowrap",
  {
    variants: {
      tone: {
        neutral: "bg-hover text-muted",
        accent: "bg-accent-soft text-accent-text",
        warning: "bg-warning-soft text-warning-text",
        danger: "bg-danger-soft text-danger",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export function Badge({ tone, children }: VariantProps<typeof style> & { children: ReactNode }) {
  return (
    <span className={style({ tone })}>
      <span className="truncate">{children}</span>
    </span>
  );
}
