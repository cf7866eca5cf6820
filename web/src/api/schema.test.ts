import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { generateSchema, schemaFile } from "../../scripts/schema.mjs";

test("the generated types are those of docs/openapi.json (run `npm run gen`)", async () => {
  expect(await readFile(schemaFile, "utf8")).toBe(await generateSchema());
});
