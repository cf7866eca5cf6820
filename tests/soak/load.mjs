// load.mjs write URL FILE [COUNT]   writes contacts until it has COUNT answers or is asked to end; prints what it saw
// load.mjs check URL FILE…          proves that everything the files say was acknowledged is there, once and as it was
// load.mjs p99 FILE…                prints the 99th percentile of how long a write took, in milliseconds
//
// The key is in STEWARD_ADMIN_TOKEN. A line of FILE is an acknowledged write: id, name and milliseconds.
import { appendFileSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const CALLERS = 4;
// Below the limit on writes per second, which is not what is tested here.
const PAUSE_MS = 25;

const [mode, ...rest] = process.argv.slice(2);
const headers = { authorization: `Bearer ${process.env.STEWARD_ADMIN_TOKEN}`, "content-type": "application/json" };

async function write(url, file, limit) {
  const seen = { acknowledged: 0, refused: {}, broken: 0, after_refusal: 0 };
  let answers = 0;
  let ending = false;
  process.on("SIGTERM", () => (ending = true));

  async function caller(name) {
    for (let number = 0; !ending && answers < limit; number++) {
      const contact = `${name}-${number}`;
      const begin = performance.now();
      try {
        const body = JSON.stringify({ name: contact });
        const response = await fetch(`${url}/api/contacts`, { method: "POST", headers, body });
        const answer = await response.json();
        answers++;
        if (response.status === 201) {
          seen.acknowledged++;
          if (Object.keys(seen.refused).length > 0) seen.after_refusal++;
          appendFileSync(file, `${answer.id}\t${contact}\t${(performance.now() - begin).toFixed(1)}\n`);
        } else {
          const code = `${response.status} ${answer.error?.code}`;
          seen.refused[code] = (seen.refused[code] ?? 0) + 1;
        }
      } catch {
        // The server is gone, for now or for good; whether the write happened is not known.
        seen.broken++;
        if (limit < Infinity) answers++;
      }
      await sleep(PAUSE_MS);
    }
  }

  const run = `${process.pid}-${Date.now()}`;
  // One after the other when they are counted, so that their order means something.
  const callers = limit < Infinity ? 1 : CALLERS;
  await Promise.all(Array.from({ length: callers }, (_, n) => caller(`${run}-${n}`)));
  console.log(JSON.stringify(seen));
}

async function check(url, files) {
  const stored = new Map();
  const names = new Set();
  let cursor = null;
  do {
    const query = new URLSearchParams({ limit: "200", ...(cursor === null ? {} : { cursor }) });
    const response = await fetch(`${url}/api/contacts?${query}`, { headers });
    const page = await response.json();
    if (response.status !== 200) throw new Error(`GET /api/contacts: ${response.status} ${JSON.stringify(page)}`);
    for (const { id, name } of page.items) {
      if (names.has(name)) throw new Error(`${name} was stored twice`);
      names.add(name);
      stored.set(id, name);
    }
    cursor = page.next_cursor;
  } while (cursor !== null);
  const promised = files.flatMap(acknowledged);
  const broken = promised.filter(([id, name]) => stored.get(id) !== name);
  if (broken.length > 0) {
    throw new Error(`${broken.length} of ${promised.length} acknowledged writes are gone or changed: ${broken[0]}`);
  }
  console.log(promised.length);
}

function p99(files) {
  const times = files.flatMap(acknowledged).map(([, , ms]) => Number(ms));
  times.sort((a, b) => a - b);
  console.log(times[Math.floor(times.length * 0.99)] ?? "unknown");
}

function acknowledged(file) {
  const text = readFileSync(file, "utf8");
  return text.split("\n").filter(Boolean).map((line) => line.split("\t"));
}

try {
  if (mode === "write") await write(rest[0], rest[1], Number(rest[2] ?? Infinity));
  else if (mode === "check") await check(rest[0], rest.slice(1));
  else if (mode === "p99") p99(rest);
  else throw new Error(`unknown mode ${mode}`);
} catch (error) {
  console.error(`BROKEN: ${error.message}`);
  process.exit(1);
}
