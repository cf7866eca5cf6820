import { useEffect, useEffectEvent } from "react";
import { isAway, isBack } from "@/api/health";

/** How often a server that cannot be reached is looked for. */
const pause = 3_000;

/** Tries again by itself once a server that could not be reached answers. Tells whether it does so. */
export function useReturn(error: unknown, onRetry: () => void): boolean {
  const away = isAway(error);
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!away) return;
    const gone = new AbortController();
    let timer = setTimeout(look, pause);
    async function look() {
      const back = await isBack(gone.signal);
      if (gone.signal.aborted) return;
      if (back) retry();
      // What failed may fail once more, while a server is starting.
      timer = setTimeout(look, pause);
    }
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [away]);
  return away;
}
