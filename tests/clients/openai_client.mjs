// OpenAI's client for Node, against the server that the environment names.
import assert from "node:assert/strict";

const { default: OpenAI, NotFoundError } = await import(process.env.OPENAI_MODULE);

const TEXT = "Hello there";
const model = process.env.OPENAI_MODEL;
const client = new OpenAI({ maxRetries: 0 });

const made = await client.responses.create({ model, input: "Hi" });
assert.equal(made.output_text, TEXT);

const stream = client.responses.stream({ model, input: "Hi" });
const kinds = [];
for await (const event of stream) kinds.push(event.type);
assert.equal(kinds.at(0), "response.created");
assert.equal(kinds.at(-1), "response.completed");
assert.equal((await stream.finalResponse()).output_text, TEXT);

const conversation = await client.conversations.create({});
const items = ["a", "b", "c"].map((content) => ({ type: "message", role: "user", content }));
await client.conversations.items.create(conversation.id, { items });
const texts = [];
for await (const item of client.conversations.items.list(conversation.id, { limit: 1 })) texts.push(item.content[0].text);
assert.deepEqual(texts, ["c", "b", "a"]);

await assert.rejects(client.responses.retrieve("resp_none"), (error) => {
  assert(error instanceof NotFoundError);
  assert.equal(error.code, "not_found");
  return true;
});

const names = [];
for await (const known of client.models.list()) names.push(known.id);
const embedder = names.find((name) => name !== model && !name.startsWith("steward:"));
const { data } = await client.embeddings.create({ model: embedder, input: "x" });
assert(data[0].embedding.length > 0);

const chunks = await client.chat.completions.create({
  model: "steward:assistant",
  messages: [{ role: "user", content: "Hi" }],
  stream: true,
});
let said = "";
for await (const chunk of chunks) said += chunk.choices[0]?.delta?.content ?? "";
assert.equal(said, TEXT);
