import { ApiError } from "@/api/error";
import { Button } from "@/components/ui/button";
import { useReturn } from "./use-return";

/** What stands where a part of a page could not be loaded. */
export function InlineError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  useReturn(error, onRetry);
  const message = error instanceof ApiError ? error.message : "Something in this part of the page broke.";
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-danger-soft px-4 py-3">
      <p role="alert" className="min-w-0 flex-1 text-danger [overflow-wrap:anywhere]">
        {message}
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
