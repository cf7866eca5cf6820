import { CircleAlert, CircleCheck, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { dismissToast, useToasts } from "@/lib/toast";

export function Toaster() {
  const toasts = useToasts();
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-center gap-2 md:inset-x-auto md:right-6 md:bottom-6 md:items-end"
    >
      {toasts.map(({ id, tone, message }) => (
        <div
          key={id}
          className="pointer-events-auto flex max-w-96 animate-rise items-center gap-2.5 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3.5 shadow-float"
        >
          {tone === "done" ? (
            <CircleCheck aria-hidden className="size-4 shrink-0 text-accent" />
          ) : (
            <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
          )}
          <p className="min-w-0 [overflow-wrap:anywhere]">{message}</p>
          <Button variant="ghost" size="icon" aria-label="Dismiss" onClick={() => dismissToast(id)}>
            <X aria-hidden />
          </Button>
        </div>
      ))}
    </section>
  );
}
