export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <rect width="24" height="24" rx="6" className="fill-accent" />
      <path
        d="M15.75 7.5h-5.1a2.25 2.25 0 0 0 0 4.5h2.7a2.25 2.25 0 0 1 0 4.5h-5.1"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        className="stroke-on-accent"
      />
    </svg>
  );
}
