/** A bar as long as a share of the longest. Decoration beside a number that says the same. */
export function Meter({ share, className }: { share: number; className?: string }) {
  return (
    <svg aria-hidden="true" className={className} width="100%" height="6">
      <rect width="100%" height="6" rx="3" className="fill-hover" />
      <rect width={`${Math.max(share, 0.02) * 100}%`} height="6" rx="3" className="fill-accent" />
    </svg>
  );
}
