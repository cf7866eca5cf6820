import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** Something that is there for those who ask. The browser's own, so that it is found by a search in the page. */
export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="min-w-0">
      <summary className="flex w-fit max-w-full cursor-pointer list-none items-center gap-1 rounded-sm [[open]>&>svg]:rotate-90 text-[0.8125rem] font-medium text-muted hover:text-text [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 transition-transform" />
        {summary}
      </summary>
      <div className="flex flex-col gap-2 pt-2">{children}</div>
    </details>
  );
}
