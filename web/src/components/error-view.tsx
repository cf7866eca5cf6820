import { CloudOff } from "lucide-react";
import { ApiError } from "@/api/error";
import { Button } from "@/components/ui/button";
import { useReturn } from "./use-return";

/** What stands where content could not be loaded. The request id lets an operator find the server's log lines. */
export function ErrorView({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const away = useReturn(error, onRetry);
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 px-4 py-16 text-center">
      <span className="flex size-12 items-center justify-center rounded-xl bg-danger-soft text-danger">
        <CloudOff aria-hidden className="size-5.5" strokeWidth={1.75} />
      </span>
      <div role="alert" className="flex max-w-md flex-col gap-1.5">
        <h1 tabIndex={-1} className="text-[0.9375rem] font-semibold tracking-tight">
          This page could not be shown
        </h1>
        <p className="text-balance text-muted">{messageOf(error)}</p>
        {away && <p className="text-muted">This page comes back by itself as soon as the server answers.</p>}
        {requestId && (
          <p className="text-[0.8125rem] text-muted">
            Request id: <code className="font-mono text-xs select-all">{requestId}</code>
          </p>
        )}
      </div>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return "Something in this page broke. Try again; if it happens once more, load the page anew.";
}
