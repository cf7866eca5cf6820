import { expect, test } from "vitest";
import { citationHref, citations, readCitationHref, readFound } from "./citation";

test("what a search of memory found is read line by line, longer passages included", () => {
  const text =
    "[f1a2db 2026-11-15 message] Maria: Hello.\nAre you there?\n[000001 2026-01-02 document] Lease: Pets.";
  expect(readFound(text)).toEqual([
    { id: "f1a2db", day: "2026-11-15", source: "message", text: "Maria: Hello.\nAre you there?" },
    { id: "000001", day: "2026-01-02", source: "document", text: "Lease: Pets." },
  ]);
});

test("messages that were found name their conversation and the minute", () => {
  const thread = "01a1e0ca-85a0-71d7-8806-8ce9c01cdbe7";
  const text = `[2026-11-15 19:58, SMS, conversation ${thread}] Maria: …the boiler…`;
  expect(readFound(text)).toEqual([
    { thread, at: "2026-11-15T19:58:59.999Z", day: "2026-11-15", text: "Maria: …the boiler…" },
  ]);
});

test("anything else is not taken for it", () => {
  expect(readFound("Nothing was found.")).toBeNull();
  expect(readFound("")).toBeNull();
  expect(readFound("See:\n[f1a2db 2026-11-15 message] Maria: Hello.")).toBeNull();
});

test.each([
  ["The rent is due [f1a2db].", ["f1a2db"]],
  ["Two [f1a2db][0a0b0c] of them.", ["f1a2db", "0a0b0c"]],
  ["With its day [123456 2026-11-15 message].", ["123456"]],
  ["A ticket [123456], a colour #f1a2db, an F1A2DB, [f1a2d].", []],
])("%s cites %j", (text, ids) => {
  const pieces = citations(text);
  expect(pieces.flatMap(({ id }) => id ?? [])).toEqual(ids);
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
});

test("the address of a citation says what stood beside it", () => {
  const href = citationHref("f1a2db", " 100 % of it? ");
  expect(readCitationHref(href)).toEqual({ id: "f1a2db", near: "100 % of it?" });
  expect(readCitationHref("#cited:f1a2db:%E0%A4%A")).toBeNull();
  expect(readCitationHref("#elsewhere")).toBeNull();
});
