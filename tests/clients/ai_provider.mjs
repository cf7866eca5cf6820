// The AI SDK's provider for OpenAI, of whichever version is installed in the folder that is named, against a server.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, url, token, model, embedder, text] = process.argv.slice(2);
const installed = createRequire(`${folder}/`);
const load = async (name) => import(pathToFileURL(installed.resolve(name)));
const { createOpenAI } = await load("@ai-sdk/openai");
const { embed, generateText, isStepCount, jsonSchema, stepCountIs, streamText, tool } = await load("ai");
const steward = createOpenAI({ baseURL: `${url}/v1`, apiKey: token });

for (const way of [steward.responses(model), steward.chat(model)]) {
  const streamed = streamText({ model: way, prompt: "Hi" });
  let said = "";
  for await (const piece of streamed.textStream) said += piece;
  assert.equal(said, text);
  assert.equal(await streamed.finishReason, "stop");
  assert.equal((await streamed.usage).totalTokens, 18);

  const cities = [];
  const called = await generateText({
    model: way,
    prompt: "Weather?",
    stopWhen: (stepCountIs ?? isStepCount)(3),
    tools: {
      get_weather: tool({
        description: "The weather in a city",
        inputSchema: jsonSchema({ type: "object", properties: { city: { type: "string" } }, required: ["city"] }),
        execute: async ({ city }) => cities.push(city) && "Sunny",
      }),
    },
  });
  assert.deepEqual(cities, ["Rome"]);
  assert.equal(called.steps.length, 2);
  assert.equal(called.text, text);
}

const { embedding } = await embed({ model: steward.embedding(embedder), value: "A cat" });
assert.equal(embedding.length, 256);
