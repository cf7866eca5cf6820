import { useEffect, useState } from "react";

/** The present moment, anew every half second while something runs. */
export function useNow(running: boolean): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(new Date()), 500);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}
