import { expect, test } from "vitest";
import { ApiError } from "@/api/error";
import { isOver, problemOf, underWay } from "./uploads.logic";

test("an upload is being read once all of it has left", () => {
  expect(underWay(0.4)).toEqual({ state: "sending", share: 0.4 });
  expect(underWay(1)).toEqual({ state: "reading" });
  expect(isOver(underWay(1))).toBe(false);
  expect(isOver({ state: "stopped" })).toBe(true);
});

test("the server's own words come first, and there are words for a proxy's refusal", () => {
  const refused = (status: number, code: string) =>
    problemOf(new ApiError({ status, code, message: "As told." }));
  expect(refused(413, "document_too_large")).toBe("As told.");
  expect(refused(413, "unexpected_response")).toBe("This file is too large.");
  expect(refused(422, "unsupported_document")).toBe("As told.");
  expect(refused(415, "unexpected_response")).toMatch(/Use text, Markdown, PDF or DOCX/);
  expect(refused(422, "unreadable_document")).toBe("As told.");
  expect(problemOf(new TypeError("x"))).toBe("Something went wrong.");
});
