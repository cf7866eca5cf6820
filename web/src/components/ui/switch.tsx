import { clsx } from "clsx";

interface SwitchProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  pending?: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, at once. */
export function Switch({ label, checked, disabled = false, pending = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      aria-busy={pending || undefined}
      disabled={disabled}
      onClick={() => !pending && onChange(!checked)}
      className={clsx(
        "relative h-6 w-10 shrink-0 rounded-full border transition-colors duration-100 not-disabled:cursor-pointer disabled:opacity-60",
        checked ? "border-accent bg-accent" : "border-line bg-hover",
      )}
    >
      <span
        className={clsx(
          "absolute top-0.5 left-0.5 size-4.5 rounded-full bg-raised shadow-raised transition-transform duration-100",
          checked && "translate-x-4",
        )}
      />
    </button>
  );
}
