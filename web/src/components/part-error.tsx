import type { ErrorComponentProps } from "@tanstack/react-router";
import { InlineError } from "./inline-error";
import { useRetry } from "./route-error";

/** What stands where a route that is a part of a page could not be loaded. The heading of the page stays. */
export function PartError({ error, reset }: ErrorComponentProps) {
  return <InlineError error={error} onRetry={useRetry(reset)} />;
}
