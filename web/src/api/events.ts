import type { QueryClient } from "@tanstack/react-query";
import { accountKeys } from "./account-keys";
import { keys } from "./keys";
import { memoryKeys } from "./memory-keys";
import { workspaceKeys } from "./workspace-keys";

/** What each kind of event makes out of date. Queries that nobody looks at are only marked. */
const stale: Record<string, readonly (readonly unknown[])[]> = {
  // A newer text ends the drafts that wait.
  "agent.thread": [keys.threads, keys.conversationList, keys.inbox, keys.agentDrafts, keys.needs],
  "agent.reminder": [keys.threads, keys.conversationList, keys.schedules],
  "agent.typing": [keys.turns, keys.conversationList],
  "agent.message": [keys.turns, keys.inbox],
  "agent.done": [keys.turns, keys.threads, keys.conversationList, keys.inbox, keys.usages, memoryKeys.all],
  "agent.error": [keys.turns, keys.threads, keys.conversationList, keys.needs, keys.inbox],
  "agent.approval": [keys.needs, keys.turns, keys.inbox],
  "agent.suggestion": [keys.needs, keys.turns, keys.inbox, keys.agentDrafts],
  "agent.notice": [keys.needs, keys.inbox],
  "org.flag": [keys.flags],
  "workspace.changed": [workspaceKeys.all, accountKeys.all],
};

/** A turn tells several things at once: they become one round of questions, and rounds do not follow each other faster than this. */
const together = 10;
const pause = 250;
/**
 * What a person waits for is asked for at once and alone, since a browser asks for only a few things at a time; the rest comes
 * with the next round. Many at once are still few questions.
 */
const awaited: Record<string, readonly unknown[]> = {
  "agent.approval": keys.needs,
  "agent.notice": keys.needs,
  "agent.suggestion": keys.inboxThreads,
};
const awaitedPause = 50;
/** Whole folders may come in at once, and lists of accounts are long. */
const workspacePause = 1_000;
/** Whoever changed something themselves has left a file that is gone by then, and is not told that it is. */
const workspaceDelay = 300;
const shortestWait = 3_000;
const longestWait = 60_000;

/**
 * Follows what happens, and asks again for what is out of date. Tells whether it is connected. The browser itself comes
 * back after a lost connection, with the last id; where it gives up, as when a proxy answers in place of a server that
 * restarts, we do. What became of drafts is passed on as it is told.
 */
export function followEvents(
  cache: QueryClient,
  onConnected: (connected: boolean) => void,
  onSuggestion: (data: string) => void,
): () => void {
  const due = new Map<string, readonly unknown[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let wait = shortestWait;
  const hurried = new Map<string, number>();
  let lastRound = 0;
  let nextRound = 0;
  let last = "";
  let source = open();

  function open(): EventSource {
    const opened = new EventSource(`/v1/agent/events${last && `?last_event_id=${encodeURIComponent(last)}`}`);
    opened.onopen = () => {
      wait = shortestWait;
      onConnected(true);
    };
    opened.onerror = () => {
      onConnected(false);
      if (opened.readyState === EventSource.CLOSED) reopen();
    };
    opened.addEventListener("agent.ready", (event) => {
      // What a page read before anybody listened may be out of date: nothing has told it what happened in between.
      if (last === "") outdate(Object.values(stale).flat(), pause);
      remember(event);
    });
    opened.addEventListener("agent.missed", (event) => {
      remember(event);
      void cache.invalidateQueries();
    });
    for (const [kind, queries] of Object.entries(stale)) {
      opened.addEventListener(kind, (event) => {
        remember(event);
        if (kind === "agent.suggestion") onSuggestion(event.data);
        const first = awaited[kind];
        if (first !== undefined) hurry(first);
        if (kind === "workspace.changed") outdate(queries, workspacePause, workspaceDelay);
        else outdate(queries, pause, first === undefined ? together : awaitedPause);
      });
    }
    return opened;
  }

  function remember(event: MessageEvent) {
    last = event.lastEventId;
  }

  /** Not after a question of the same kind that has just been asked: what it missed comes with the next round. */
  function hurry(queryKey: readonly unknown[]) {
    const [kind, now] = [JSON.stringify(queryKey), Date.now()];
    if (now - (hurried.get(kind) ?? 0) < awaitedPause) return;
    hurried.set(kind, now);
    void cache.invalidateQueries({ queryKey });
  }

  function outdate(queries: readonly (readonly unknown[])[], since: number, soonest = together) {
    for (const key of queries) due.set(JSON.stringify(key), key);
    const round = Math.max(Date.now() + soonest, lastRound + since);
    if (timer !== undefined && nextRound <= round) return;
    clearTimeout(timer);
    nextRound = round;
    timer = setTimeout(refresh, round - Date.now());
  }

  function refresh() {
    timer = undefined;
    lastRound = Date.now();
    const queries = [...due.values()];
    due.clear();
    const later = cache.isMutating() > 0 ? stale["workspace.changed"] : [];
    for (const queryKey of queries) {
      if (later?.includes(queryKey)) due.set(JSON.stringify(queryKey), queryKey);
      else void cache.invalidateQueries({ queryKey });
    }
    if (due.size > 0) outdate([], workspacePause);
  }

  function reopen() {
    // Whoever is signed out finds out here, and leaves the page.
    void cache.invalidateQueries({ queryKey: keys.me });
    again = setTimeout(() => {
      source = open();
    }, wait);
    wait = Math.min(wait * 2, longestWait);
  }

  return () => {
    clearTimeout(timer);
    clearTimeout(again);
    source.close();
  };
}
