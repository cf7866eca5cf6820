import { expect, test } from "vitest";
import type { AccountAnswer } from "@/api/types";
import { answer, clarification, confirmation, refused, update } from "@/test/account-fixtures";
import {
  after,
  atRest,
  clarificationOf,
  confirmationOf,
  type ExplorationEvent,
  filesRead,
  hasExpired,
} from "./exploration.logic";

const asked = { type: "asked", query: "Which stage?" } as const;
const through = (...events: ExplorationEvent[]) => events.reduce(after, atRest);
const done = (response: AccountAnswer) => ({ type: "done", response }) as const;

test.each([
  [answer, "completed"],
  [update, "completed"],
  [refused, "error"],
  [confirmation, "awaiting_confirmation"],
  [clarification, "awaiting_clarification"],
])("a question runs and ends as its answer says: %#", (response, phase) => {
  expect(atRest.phase).toBe("idle");
  expect(through(asked).phase).toBe("running");
  const state = through(asked, done(response));
  expect(state).toMatchObject({ phase, query: "Which stage?", sessionId: response.session_id, response });
  expect(state.failure).toBe(phase === "error" ? refused.message : null);
});

test("the starter and the steps are there before the answer", () => {
  const [lookup, read] = answer.steps;
  if (!answer.starter || !lookup || !read) throw new Error("The answer has a way.");
  const state = through(
    asked,
    { type: "starter", starter: answer.starter },
    { type: "step", step: lookup },
    { type: "step", step: read },
  );
  expect(state).toMatchObject({ phase: "running", starter: answer.starter, steps: answer.steps });
  expect([...filesRead(state)]).toEqual(["accounts/29041/state.md"]);
});

test("the next question goes on with the session, and a new one begins another", () => {
  const next = through(asked, done(answer), { type: "asked", query: "Its premium?" });
  expect(next).toMatchObject({ sessionId: "s-1", about: { id: "29041" }, steps: [], response: null });
  expect(after(next, { type: "reset" })).toEqual(atRest);
});

test("what is stopped stays stopped, whatever still arrives", () => {
  const stopped = through(asked, { type: "stopped" });
  expect(stopped).toMatchObject({ phase: "idle", stopped: true });
  expect(after(stopped, done(answer))).toBe(stopped);
  expect(after(stopped, { type: "failed", message: "Lost." })).toBe(stopped);
  expect(through(done(answer))).toBe(atRest);
});

test("a failure on the way keeps what was found until then", () => {
  const [lookup] = answer.steps;
  if (!lookup) throw new Error("The answer has steps.");
  const state = through(asked, { type: "step", step: lookup }, { type: "failed", message: "It broke off." });
  expect(state).toMatchObject({ phase: "error", failure: "It broke off.", steps: [lookup] });
});

test("a confirmation ends with the answer to it, and keeps the way to the question", () => {
  const waiting = through(asked, done(confirmation));
  expect(confirmationOf(waiting)).toBe(confirmation);
  expect(clarificationOf(waiting)).toBeNull();
  const created = after(waiting, done({ ...update, steps: [], created: true }));
  expect(created).toMatchObject({ phase: "completed", steps: confirmation.steps, about: { id: "29041" } });
  const dismissed = after(waiting, { type: "dismissed" });
  expect(dismissed.phase).toBe("idle");
  expect(confirmationOf(dismissed)).toBeNull();
});

test("a confirmation expires at its moment", () => {
  const question = { ...confirmation, expires_at: "2026-01-01T00:15:00Z" };
  expect(hasExpired(question, new Date("2026-01-01T00:14:59Z"))).toBe(false);
  expect(hasExpired(question, new Date("2026-01-01T00:15:00Z"))).toBe(true);
});
