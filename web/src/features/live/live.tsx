import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { followEvents } from "@/api/events";

/** A connection that is back within this time was not worth a word. */
const patience = 4_000;

/** Keeps what is shown up to date, and says quietly when it cannot. */
export default function Live() {
  const cache = useQueryClient();
  const [connected, setConnected] = useState(true);
  const [told, setTold] = useState(false);
  useEffect(() => followEvents(cache, setConnected), [cache]);
  useEffect(() => {
    if (connected) return setTold(false);
    const timer = setTimeout(() => setTold(true), patience);
    return () => clearTimeout(timer);
  }, [connected]);
  return (
    <p role="status" className="pointer-events-none fixed right-3 bottom-3 z-40 text-muted text-xs">
      {told && "Reconnecting…"}
    </p>
  );
}
