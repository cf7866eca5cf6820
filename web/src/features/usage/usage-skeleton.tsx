import { Skeleton } from "@/components/ui/skeleton";

/** Stands in for the figures while they load, in their own heights. */
export function UsageSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-9 w-64 rounded-md" />
      <Skeleton className="h-17 rounded-lg" />
      <Skeleton className="h-80 rounded-lg" />
      <Skeleton className="h-48 rounded-lg" />
    </div>
  );
}
