import { clsx } from "clsx";

interface MeterProps {
  share: number;
  /** Too much, where the bar stands for a limit. */
  over?: boolean;
  className?: string;
}

/** A bar as long as a share of the longest. Decoration beside a number that says the same. */
export function Meter({ share, over = false, className }: MeterProps) {
  // What is there at all can be seen, and nothing is seen where there is nothing.
  const width = share > 0 ? Math.min(Math.max(share, 0.02), 1) : 0;
  return (
    <svg aria-hidden="true" className={className} width="100%" height="6">
      <rect width="100%" height="6" rx="3" className="fill-hover" />
      <rect
        width={`${width * 100}%`}
        height="6"
        rx="3"
        className={clsx(over ? "fill-danger" : "fill-accent")}
      />
    </svg>
  );
}
