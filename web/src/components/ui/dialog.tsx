import { clsx } from "clsx";
import { X } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "./button";

/**
 * The browser's own modal dialog: it traps focus, makes the page behind it inert and gives focus back. Libraries that
 * do the same inject a style element, which the content security policy refuses. Mounted means open.
 */
export function ModalDialog({
  onClose,
  className,
  ...props
}: ComponentProps<"dialog"> & { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      // Escape only asks; the owner unmounts the dialog, which closes it.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={clsx(
        "p-0 text-text shadow-float outline-none backdrop:animate-fade backdrop:bg-scrim",
        className,
      )}
      {...props}
    />
  );
}

interface DialogProps {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function Dialog({ title, description, onClose, children }: DialogProps) {
  const id = useId();
  return (
    <ModalDialog
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-[28rem] animate-rise rounded-xl border border-line bg-raised"
    >
      <div className="relative flex flex-col gap-5 p-5 md:p-6">
        <header className="flex flex-col gap-1.5 pr-8">
          <h2 id={`${id}-title`} className="text-base font-semibold tracking-tight [overflow-wrap:anywhere]">
            {title}
          </h2>
          {description && (
            <div id={`${id}-description`} className="text-muted">
              {description}
            </div>
          )}
        </header>
        {children}
        {/* Last, because the browser gives focus to the first control of a dialog, which should be a field. */}
        <Button
          variant="ghost"
          size="icon"
          aria-label="Close"
          className="absolute! top-3.5 right-3.5 md:top-4.5 md:right-4.5"
          onClick={onClose}
        >
          <X aria-hidden />
        </Button>
      </div>
    </ModalDialog>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className="flex flex-wrap justify-end gap-2 pt-1">{children}</footer>;
}
