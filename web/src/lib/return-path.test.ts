import { expect, test } from "vitest";
import { safeReturnPath } from "./return-path";

test.each([
  ["/inbox", "/inbox"],
  ["/settings/contacts?query=ann#top", "/settings/contacts?query=ann#top"],
  ["/a/../inbox", "/inbox"],
])("keeps the relative path %s", (value, expected) => {
  expect(safeReturnPath(value)).toBe(expected);
});

test.each([
  undefined,
  7,
  "",
  "inbox",
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example/",
  "/\t/evil.example/",
  "/x/..//evil.example",
  "/.//evil.example",
  "javascript:alert(1)",
  "/sign-in?token=abc",
])("replaces %j with the start page", (value) => {
  expect(safeReturnPath(value)).toBe("/");
});
