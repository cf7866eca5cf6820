import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { dropDrafts, noDraft, useDraft } from "./drafts";

test("a letter is there before the next one is typed, for every reader, until the session ends", () => {
  const writer = renderHook(() => useDraft("t-1"));
  const reader = renderHook(() => useDraft("t-1"));
  const other = renderHook(() => useDraft("t-2"));
  for (const letter of "Hi!") {
    act(() => writer.result.current.change((now) => ({ ...now, text: now.text + letter })));
    expect(reader.result.current.draft.text.endsWith(letter)).toBe(true);
  }
  expect(writer.result.current.draft.text).toBe("Hi!");
  expect(other.result.current.draft).toBe(noDraft);
  act(dropDrafts);
  expect(writer.result.current.draft).toBe(noDraft);
});
