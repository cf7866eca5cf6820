import { type RefObject, useCallback, useEffect, useState } from "react";

/** How far from the end still counts as the end, in pixels. */
const slack = 48;

/** Keeps a region at its end while it grows, unless the reader went up. */
export function useBottom(region: RefObject<HTMLElement | null>) {
  const [atBottom, setAtBottom] = useState(true);
  const toBottom = useCallback(() => {
    region.current?.scrollTo({ top: region.current.scrollHeight });
    setAtBottom(true);
  }, [region]);
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const onScroll = () =>
      setAtBottom(element.scrollHeight - element.scrollTop - element.clientHeight < slack);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, [region]);
  useEffect(() => {
    const content = region.current?.firstElementChild;
    if (!content || !atBottom) return;
    const observer = new ResizeObserver(toBottom);
    observer.observe(content);
    return () => observer.disconnect();
  }, [region, atBottom, toBottom]);
  return { atBottom, toBottom };
}
