import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { buttonStyle } from "@/components/ui/button";

export function NotFound() {
  return (
    <div className="flex min-h-full flex-1 flex-col items-center justify-center gap-4 px-4 py-16 text-center">
      <span className="flex size-12 items-center justify-center rounded-xl border border-line bg-sunken text-muted">
        <Compass aria-hidden className="size-5.5" strokeWidth={1.75} />
      </span>
      <div className="flex max-w-md flex-col gap-1.5">
        <h1 tabIndex={-1} className="text-[0.9375rem] font-semibold tracking-tight">
          Page not found
        </h1>
        <p className="text-balance text-muted">
          The address may be mistyped, or what was here may have been deleted.
        </p>
      </div>
      <Link to="/" className={buttonStyle()}>
        Go to the start page
      </Link>
    </div>
  );
}
