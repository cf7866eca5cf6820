import { cva, type VariantProps } from "class-variance-authority";
import { clsx } from "clsx";
import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";

export const buttonStyle = cva(
  "inline-flex shrink-0 cursor-pointer items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors duration-100 select-none disabled:cursor-default disabled:opacity-60 aria-disabled:cursor-default aria-disabled:opacity-60 [&_svg]:size-4",
  {
    variants: {
      variant: {
        primary: "bg-accent text-on-accent shadow-raised hover:not-disabled:bg-accent-hover",
        secondary: "border border-line bg-raised text-text shadow-raised hover:not-disabled:bg-hover",
        ghost: "text-muted hover:not-disabled:bg-hover hover:not-disabled:text-text",
        danger: "bg-danger text-on-danger shadow-raised hover:not-disabled:bg-danger-hover",
        "danger-quiet":
          "border border-line bg-raised text-danger shadow-raised hover:not-disabled:bg-danger-soft",
      },
      size: {
        medium: "h-9 px-3.5 md:h-8 md:px-3",
        field: "h-9 px-3.5",
        large: "h-10 px-4",
        icon: "size-9 md:size-8",
      },
    },
    defaultVariants: { variant: "secondary", size: "medium" },
  },
);

type ButtonProps = ComponentProps<"button"> & VariantProps<typeof buttonStyle> & { pending?: boolean };

/** A pending button keeps its focus and its width; it only stops answering. */
export function Button({
  className,
  variant,
  size,
  pending = false,
  children,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      className={clsx(buttonStyle({ variant, size }), "relative", className)}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {pending && <LoaderCircle aria-hidden className="absolute animate-spin" />}
      <span className={clsx("inline-flex items-center gap-1.5", pending && "opacity-0")}>{children}</span>
    </button>
  );
}
