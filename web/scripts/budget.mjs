import { readdir, readFile, stat } from "node:fs/promises";

const dist = new URL("../dist/", import.meta.url);
const entryBudget = 120_000;
const routeBudget = 130_000;

const files = (await readdir(new URL("assets/", dist))).filter((name) => name.endsWith(".js"));

/**
 * Static imports only: a dynamic import is written `import(`, and is its own route.
 * @param {string} name
 */
async function importsOf(name) {
  const code = await readFile(new URL(`assets/${name}`, dist), "utf8");
  return [...code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map((match) => match[1] ?? "");
}

/**
 * What loading these files loads, without what is there already.
 * @param {string[]} names
 * @param {Set<string>} loaded
 */
async function closure(names, loaded) {
  /** @type {Set<string>} */
  const seen = new Set();
  const queue = [...names];
  for (let name = queue.pop(); name; name = queue.pop()) {
    if (seen.has(name) || loaded.has(name)) continue;
    seen.add(name);
    queue.push(...(await importsOf(name)));
  }
  return seen;
}

/** @param {Iterable<string>} names */
async function gzippedBytes(names) {
  const sizes = await Promise.all([...names].map((name) => stat(new URL(`assets/${name}.gz`, dist))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

const html = await readFile(new URL("index.html", dist), "utf8");
const entry = await closure(
  [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map((match) => match[1] ?? ""),
  new Set(),
);
const entryBytes = await gzippedBytes(entry);

let largest = { name: "none", bytes: 0 };
for (const name of files.filter((file) => !entry.has(file))) {
  const bytes = await gzippedBytes(await closure([name], entry));
  if (bytes > largest.bytes) largest = { name, bytes };
}

/** @param {number} bytes */
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
console.log(`entry ${kilobytes(entryBytes)} of ${kilobytes(entryBudget)} gzipped`);
console.log(`largest route ${largest.name} ${kilobytes(largest.bytes)} of ${kilobytes(routeBudget)} gzipped`);
if (entry.size === 0 || entryBytes > entryBudget || largest.bytes > routeBudget) {
  console.error("The bundle is over its budget.");
  process.exit(1);
}
