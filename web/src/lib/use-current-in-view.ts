import { useLocation } from "@tanstack/react-router";
import { type RefObject, useLayoutEffect, useRef } from "react";

/** On a phone a row of links is wider than the screen; the current one must not be outside. */
export function useCurrentInView(): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the path.
  useLayoutEffect(() => {
    ref.current
      ?.querySelector("[aria-current=page]")
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  return ref;
}
