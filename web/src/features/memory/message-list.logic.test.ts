import { expect, test } from "vitest";
import { threadItems } from "@/test/memory-fixtures";
import { placeAt } from "./message-list.logic";

const items = threadItems.map((item, index) => ({ ...item, created_at: `2026-02-03T04:0${index}:00.5Z` }));

test("what was said at a moment has its place", () => {
  expect(placeAt(items, "2026-02-03T04:01:00.5Z")).toBe(2);
  expect(placeAt(items, undefined)).toBeNull();
});

test("a moment after everything that is there is further on", () => {
  expect(placeAt(items, "2026-02-03T09:00:00Z")).toBe("later");
});

test("what is gone leaves what stood before it", () => {
  expect(placeAt(items, "2026-02-03T04:01:30Z")).toBe(2);
  expect(placeAt(items, "2026-02-03T03:00:00Z")).toBeNull();
});
