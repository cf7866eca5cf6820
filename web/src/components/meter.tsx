interface MeterProps {
  share: number;
  /** Too much, where the bar stands for a limit. */
  over?: boolean;
  className?: string;
}

/** What rounds to nothing is shown as nothing. */
const least = 0.005;

/** A bar as long as a share of the longest. Decoration beside a number that says the same. */
export function Meter({ share, over = false, className }: MeterProps) {
  const width = `${Math.min(share, 1) * 100}%`;
  const fill = over ? "fill-danger" : "fill-accent";
  return (
    <svg aria-hidden="true" className={className} width="100%" height="6">
      <rect width="100%" height="6" rx="3" className="fill-hover" />
      {share >= least && (
        <>
          {/* However short the bar, its round beginning is whole. */}
          <circle cx="3" cy="3" r="3" className={fill} />
          <rect width={width} height="6" rx="3" className={fill} />
        </>
      )}
    </svg>
  );
}
