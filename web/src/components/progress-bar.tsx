/** How far something has come. Without a share it is under way and nobody knows how far. */
export function ProgressBar({ label, share }: { label: string; share: number | null }) {
  const percent = share === null ? 100 : Math.round(share * 100);
  return (
    <svg
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : percent}
      width="100%"
      height="6"
    >
      <rect width="100%" height="6" rx="3" className="fill-hover" />
      <rect
        width={`${percent}%`}
        height="6"
        rx="3"
        className={share === null ? "animate-pulse fill-accent" : "fill-accent"}
      />
    </svg>
  );
}
