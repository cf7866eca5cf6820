import { Button } from "@/components/ui/button";
import { useMutation } from "@/lib/mutation";

/** The way to what was said before. */
export function Earlier({ onLoad }: { onLoad: () => Promise<void> }) {
  const { mutate, isPending, isError } = useMutation({ mutationFn: onLoad });
  return (
    <div className="flex flex-col items-center gap-2">
      <Button pending={isPending} onClick={() => mutate()}>
        Show earlier messages
      </Button>
      {isError && (
        <p role="alert" className="text-[0.8125rem] text-danger">
          They could not be loaded. Try again.
        </p>
      )}
    </div>
  );
}
