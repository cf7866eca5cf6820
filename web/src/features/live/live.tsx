import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { followEvents } from "@/api/events";
import { meQuery } from "@/api/me";
import { DraftAlerts } from "./draft-alerts";

/** A connection that is back within this time was not worth a word. */
const patience = 4_000;

/** Keeps what is shown up to date, and says quietly when it cannot. */
export default function Live() {
  const cache = useQueryClient();
  const [connected, setConnected] = useState(true);
  const [told, setTold] = useState(false);
  const member = useSuspenseQuery(meQuery).data.member.id;
  const router = useRouter();
  useEffect(() => {
    const alerts = new DraftAlerts(cache, member, {
      open: (threadId) => void router.navigate({ to: "/inbox/$threadId", params: { threadId } }),
      isOpen: (thread) => router.state.location.pathname === `/inbox/${thread}`,
    });
    const stop = followEvents(cache, setConnected, (data) => void alerts.take(data));
    return () => {
      stop();
      alerts.end();
    };
  }, [cache, member, router]);
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
