// The chat of the AI SDK, of whichever version is installed in the folder that is named, against a server.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, url, token, text] = process.argv.slice(2);
const installed = createRequire(`${folder}/`);
const load = async (name) => import(pathToFileURL(installed.resolve(name)));
const { DefaultChatTransport } = await load("ai");
const { Chat } = await load("@ai-sdk/react");

const chat = (id, bearer) => {
  const errors = [];
  const transport = new DefaultChatTransport({
    api: `${url}/api/chat`,
    headers: { Authorization: `Bearer ${bearer}` },
  });
  return { errors, it: new Chat({ id, transport, onError: (error) => errors.push(error) }) };
};
const said = (it) =>
  it.messages.at(-1).parts
    .filter((part) => part.type === "text")
    .map((part) => part.text)
    .join("");

const id = crypto.randomUUID();
const { it, errors } = chat(id, token);
for (const asked of ["Hi", "And again?"]) {
  await it.sendMessage({ text: asked });
  assert.deepEqual(errors, []);
  assert.equal(it.status, "ready");
  assert.equal(it.messages.at(-1).role, "assistant");
  assert.equal(said(it), text);
}
assert.equal(it.messages.length, 4);

// Nothing is being written: there is nothing to resume, and nothing is said twice.
const back = chat(id, token);
await back.it.resumeStream();
assert.deepEqual(back.errors, []);
assert.equal(back.it.messages.length, 0);

// The same answer, made anew.
await it.regenerate();
assert.deepEqual(errors, []);
assert.equal(it.messages.length, 4);
assert.equal(said(it), text);

const stranger = chat(crypto.randomUUID(), "stw_wrong");
await stranger.it.sendMessage({ text: "Hi" });
assert.equal(stranger.it.status, "error");
assert.equal(stranger.errors.length, 1);
