import { useBlocker } from "@tanstack/react-router";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";

/** Asks before a page is left with changes that were not saved, also when the browser closes it. */
export function UnsavedGuard({ when }: { when: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Dialog
      title="Leave without saving?"
      description="What you changed here has not been saved, and goes if you leave."
      onClose={blocker.reset}
    >
      <DialogActions>
        <Button onClick={blocker.reset}>Stay here</Button>
        <Button variant="danger" onClick={blocker.proceed}>
          Leave
        </Button>
      </DialogActions>
    </Dialog>
  );
}
