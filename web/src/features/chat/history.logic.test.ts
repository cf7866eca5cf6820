import { expect, test } from "vitest";
import type { ChatMessage } from "@/api/chat";
import { joined, withNewest } from "./history.logic";

const message = (id: string, ...texts: string[]): ChatMessage => ({
  id,
  role: "assistant",
  metadata: {},
  parts: texts.map((text) => ({ type: "text", text })),
});

test("what was loaded of an earlier time stays when the newest page comes again", () => {
  const shown = [message("1", "a"), message("2", "b"), message("client", "c")];
  const page = [message("2", "b"), message("3", "c"), message("4", "d")];
  expect(withNewest(shown, page).map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
});

test("a page that does not continue what is shown takes its place", () => {
  const page = [message("8", "x")];
  expect(withNewest([message("1", "a")], page)).toBe(page);
  expect(withNewest([], page)).toBe(page);
});

test("an answer that lies across two pages is one message, and nothing of it is there twice", () => {
  const whole = joined(
    [message("1", "a"), message("2", "b", "c")],
    [message("2", "c", "d"), message("3", "e")],
  );
  expect(whole).toEqual([message("1", "a"), message("2", "b", "c", "d"), message("3", "e")]);
});
