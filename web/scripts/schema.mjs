import { readFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

// Relative to this package, where npm runs its scripts; a bundler would rewrite `import.meta.url`.
const document = "../docs/openapi.json";

export const schemaFile = "src/api/schema.ts";

/** The text of src/api/schema.ts as the server's OpenAPI document asks for it. */
export async function generateSchema() {
  const types = astToString(await openapiTS(await readFile(document, "utf8")));
  return `// Generated from docs/openapi.json by \`npm run gen\`. Do not edit.\n\n${types}`;
}
