import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Names } from "@/api/names";
import { DateTime } from "@/components/date-time";

interface OriginProps {
  names: Names;
  agent?: string | null | undefined;
  thread?: string | null | undefined;
  turn?: string | null | undefined;
  at: string;
  children?: ReactNode;
}

/** Where something comes from: the agent, the conversation and the turn, and when. */
export function Origin({ names, agent, thread, turn, at, children }: OriginProps) {
  const conversation = thread ? names.conversation(thread) : null;
  return (
    <>
      {agent && `${names.agent(agent)} · `}
      {conversation && `${conversation} · `}
      <DateTime value={at} />
      {children}
      {turn && (
        <>
          {" · "}
          <Link
            to="/activity/$turnId"
            params={{ turnId: turn }}
            className="rounded-sm font-medium text-accent-text hover:underline"
          >
            See the turn
          </Link>
        </>
      )}
    </>
  );
}
