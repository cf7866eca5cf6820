import openapiTS, { astToString } from "openapi-typescript";

const document = new URL("../../docs/openapi.json", import.meta.url);

export const schemaFile = new URL("../src/api/schema.ts", import.meta.url);

/** The text of src/api/schema.ts as the server's OpenAPI document asks for it. */
export async function generateSchema() {
  const types = astToString(await openapiTS(document));
  return `// Generated from docs/openapi.json by \`npm run gen\`. Do not edit.\n\n${types}`;
}
