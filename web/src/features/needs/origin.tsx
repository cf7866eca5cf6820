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

export const linkStyle = "rounded-sm font-medium text-accent-text hover:underline";

/** Where something comes from: the agent, the conversation and the turn, and when. */
export function Origin({ names, agent, thread, turn, at, children }: OriginProps) {
  return (
    <>
      {agent && `${names.agent(agent)} · `}
      {thread && (
        <>
          <ConversationName names={names} thread={thread} />
          {" · "}
        </>
      )}
      <DateTime value={at} />
      {children}
      {turn && (
        <>
          {" · "}
          <Link to="/activity/$turnId" params={{ turnId: turn }} className={linkStyle}>
            See the turn
          </Link>
        </>
      )}
    </>
  );
}

/** Conversations with contacts are in the inbox; others have no page that everybody may open. */
function ConversationName({ names, thread }: { names: Names; thread: string }) {
  const name = names.conversation(thread);
  if (names.contactScope(thread) === undefined) return name;
  return (
    <Link to="/inbox/$threadId" params={{ threadId: thread }} className={linkStyle}>
      {name}
    </Link>
  );
}
