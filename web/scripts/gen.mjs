import { writeFile } from "node:fs/promises";
import { generateSchema, schemaFile } from "./schema.mjs";

await writeFile(schemaFile, await generateSchema());
