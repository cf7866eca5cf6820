import { Page } from "@/components/page";
import { Skeleton } from "@/components/ui/skeleton";

/** Stands in for a page of rows while it loads, in the rows' own heights so that nothing moves afterwards. */
export function ListSkeleton(frame: { title: string; description?: string; narrow?: boolean }) {
  return (
    <Page {...frame}>
      <RowsSkeleton />
    </Page>
  );
}

/** The same for rows that are a part of a page. */
export function RowsSkeleton() {
  return (
    <div role="status" className="divide-y divide-line rounded-lg border border-line bg-raised">
      <span className="sr-only">Loading</span>
      {["w-40", "w-56", "w-32", "w-48"].map((width) => (
        <div key={width} className="flex h-14 items-center gap-3 px-4">
          <Skeleton className="size-7 rounded-full" />
          <Skeleton className={`h-3.5 rounded-md ${width}`} />
        </div>
      ))}
    </div>
  );
}
