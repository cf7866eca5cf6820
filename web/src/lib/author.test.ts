import { expect, test } from "vitest";
import { authorName } from "./author";

test("an author without a name is called by what they were", () => {
  expect(authorName({ kind: "member", name: "Ada" })).toBe("Ada");
  expect(authorName({ kind: "agent", name: null })).toBe("A deleted agent");
  expect(authorName({ kind: "mirror", name: "" })).toBe("The folder on disk");
  expect(authorName({ kind: "system" })).toBe("Steward");
});
