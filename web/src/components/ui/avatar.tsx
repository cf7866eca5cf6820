import { initials } from "@/lib/initials";

export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-[0.6875rem] font-semibold text-accent-text"
    >
      {initials(name)}
    </span>
  );
}
