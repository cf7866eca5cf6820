// A chat of the AI SDK whose page is left in the middle of an answer, and the page that comes after it.
//
// Prints what the second page shows as soon as it shows something. The answer goes on after that, and not before.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const [folder, url, token, text] = process.argv.slice(2);
const installed = createRequire(`${folder}/`);
const load = async (name) => import(pathToFileURL(installed.resolve(name)));
const { DefaultChatTransport } = await load("ai");
const { Chat } = await load("@ai-sdk/react");

const id = crypto.randomUUID();
const errors = [];
const page = () => {
  const headers = { Authorization: `Bearer ${token}` };
  const transport = new DefaultChatTransport({ api: `${url}/api/chat`, headers });
  return new Chat({ id, transport, onError: (error) => errors.push(error) });
};
const said = (chat) =>
  (chat.messages.at(-1)?.parts ?? [])
    .filter((part) => part.type === "text")
    .map((part) => part.text)
    .join("");
const shows = async (chat) => {
  while (!said(chat) && errors.length === 0) await setTimeout(10);
  assert.deepEqual(errors, []);
};

const first = page();
const asked = first.sendMessage({ text: "Hi" });
while (first.messages.at(-1)?.role !== "assistant" || !said(first)) await setTimeout(10);
await first.stop();
await asked;

const second = page();
const resumed = second.resumeStream();
await shows(second);
process.stdout.write(`${said(second)}\n`);
await resumed;
assert.deepEqual(errors, []);
assert.equal(second.messages.length, 1);
assert.equal(second.messages[0].role, "assistant");
assert.equal(said(second), text);
assert.equal(second.status, "ready");
