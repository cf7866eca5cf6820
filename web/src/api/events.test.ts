import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeEventSource } from "@/test/events";
import { accountKeys } from "./account-keys";
import { followEvents } from "./events";
import { keys } from "./keys";
import { workspaceKeys } from "./workspace-keys";

let cache: QueryClient;
let stop: () => void;
const connected = vi.fn();
const asked = vi.fn();
const drafted = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  cache = new QueryClient();
  asked.mockClear();
  connected.mockClear();
  vi.spyOn(cache, "invalidateQueries").mockImplementation(async (filters) => asked(filters?.queryKey));
  stop = followEvents(cache, connected, drafted);
  FakeEventSource.newest.connect();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

test("several events at once become one round of questions", () => {
  for (const id of ["1-0", "2-0", "3-0"]) FakeEventSource.newest.tell("agent.typing", id);
  expect(asked).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(asked.mock.calls.flat()).toEqual([keys.turns, keys.conversationList]);
  FakeEventSource.newest.tell("agent.message", "4-0");
  asked.mockClear();
  vi.runAllTimers();
  expect(asked.mock.calls.flat()).toEqual([keys.turns, keys.inbox]);
});

test("what happens after a quiet while is shown at once, and rounds keep their distance", () => {
  FakeEventSource.newest.tell("agent.typing", "1-0");
  vi.advanceTimersByTime(10);
  expect(asked.mock.calls.flat()).toEqual([keys.turns, keys.conversationList]);
  asked.mockClear();
  FakeEventSource.newest.tell("agent.message", "2-0");
  vi.advanceTimersByTime(249);
  expect(asked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(asked.mock.calls.flat()).toEqual([keys.turns, keys.inbox]);
});

test("what a person waits for is asked for at once and alone, and the rest follows in a round", () => {
  FakeEventSource.newest.tell("agent.thread", "1-0");
  vi.advanceTimersByTime(10);
  asked.mockClear();
  FakeEventSource.newest.tell("agent.suggestion", "2-0");
  expect(asked.mock.calls.flat()).toEqual([keys.inboxThreads]);
  asked.mockClear();
  vi.advanceTimersByTime(249);
  expect(asked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(asked.mock.calls.flat()).toEqual([keys.needs, keys.turns, keys.inbox, keys.agentDrafts]);
  asked.mockClear();
  vi.runAllTimers();
  expect(asked).not.toHaveBeenCalled();
});

test("many at once that a person waits for are few questions, and none of them is missed", () => {
  for (const id of ["1-0", "2-0", "3-0"]) FakeEventSource.newest.tell("agent.notice", id);
  expect(asked.mock.calls.flat()).toEqual([keys.needs]);
  asked.mockClear();
  vi.advanceTimersByTime(49);
  expect(asked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(asked.mock.calls.flat()).toEqual([keys.needs, keys.inbox]);
});

test("a change of the workspace is shown soon on its pages and the accounts', and many of them once a second", () => {
  FakeEventSource.newest.tell("workspace.changed", "1-0");
  vi.advanceTimersByTime(299);
  expect(asked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(asked.mock.calls.flat()).toEqual([workspaceKeys.all, accountKeys.all]);
  asked.mockClear();
  for (const id of ["2-0", "3-0", "4-0"]) FakeEventSource.newest.tell("workspace.changed", id);
  vi.advanceTimersByTime(999);
  expect(asked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(asked.mock.calls.flat()).toEqual([workspaceKeys.all, accountKeys.all]);
});

test("whoever changes the workspace themselves is not asked about a file that they are leaving", () => {
  const changing = vi.spyOn(cache, "isMutating").mockReturnValue(1);
  FakeEventSource.newest.tell("workspace.changed", "1-0");
  FakeEventSource.newest.tell("agent.message", "2-0");
  vi.advanceTimersByTime(999);
  expect(asked.mock.calls.flat()).toEqual([keys.turns, keys.inbox]);
  changing.mockReturnValue(0);
  asked.mockClear();
  vi.advanceTimersByTime(1_000);
  expect(asked.mock.calls.flat()).toEqual([workspaceKeys.all, accountKeys.all]);
});

test("a newer text ends the drafts that wait, so that they are asked for at once", () => {
  FakeEventSource.newest.tell("agent.thread", "1-0");
  vi.advanceTimersByTime(10);
  expect(asked.mock.calls.flat()).toContain(keys.needs);
});

test("what a page read before anybody listened is asked for again, once", () => {
  FakeEventSource.newest.tell("agent.ready", "7-3");
  vi.runAllTimers();
  const again = asked.mock.calls.flat();
  for (const key of [keys.inbox, keys.needs, keys.threads, keys.flags]) expect(again).toContain(key);
  expect(new Set(again.map((key) => JSON.stringify(key))).size).toBe(again.length);
  asked.mockClear();
  // Whoever comes back with the last id is told what it has missed.
  FakeEventSource.newest.tell("agent.ready", "7-4");
  vi.runAllTimers();
  expect(asked).not.toHaveBeenCalled();
});

test("after what was missed everything is asked for", () => {
  FakeEventSource.newest.tell("agent.missed", "9-9");
  expect(asked.mock.calls).toEqual([[undefined]]);
});

test("a browser that comes back by itself is let", () => {
  const before = FakeEventSource.opened.length;
  FakeEventSource.newest.fail(FakeEventSource.CONNECTING);
  vi.runAllTimers();
  expect(FakeEventSource.opened).toHaveLength(before);
  expect(connected.mock.calls).toEqual([[true], [false]]);
});

test("one that gave up is followed by another, which goes on after the last event", () => {
  FakeEventSource.newest.tell("agent.ready", "7-3");
  FakeEventSource.newest.tell("agent.typing", "7-4");
  const before = FakeEventSource.opened.length;
  FakeEventSource.newest.fail(FakeEventSource.CLOSED);
  expect(asked).toHaveBeenCalledWith(keys.me);
  vi.advanceTimersByTime(2_999);
  expect(FakeEventSource.opened).toHaveLength(before);
  vi.advanceTimersByTime(1);
  expect(FakeEventSource.newest.url).toBe("/v1/agent/events?last_event_id=7-4");
  // It waits longer each time, and no longer once it is back.
  FakeEventSource.newest.fail(FakeEventSource.CLOSED);
  vi.advanceTimersByTime(5_999);
  expect(FakeEventSource.opened).toHaveLength(before + 1);
  vi.advanceTimersByTime(1);
  expect(FakeEventSource.opened).toHaveLength(before + 2);
  FakeEventSource.newest.connect();
  expect(connected).toHaveBeenLastCalledWith(true);
});

test("whoever leaves hears nothing any more", () => {
  FakeEventSource.newest.tell("agent.notice", "1-0");
  FakeEventSource.newest.fail(FakeEventSource.CLOSED);
  asked.mockClear();
  const opened = FakeEventSource.opened.length;
  stop();
  vi.runAllTimers();
  expect(asked).not.toHaveBeenCalled();
  expect(FakeEventSource.opened).toHaveLength(opened);
});
