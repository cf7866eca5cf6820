// OpenAI's client for Node, reading a response that somebody else asked for. Every event is printed as a line of JSON.
const { default: OpenAI } = await import(process.env.OPENAI_MODULE);

const client = new OpenAI({ maxRetries: 0 });
const starting_after = Number(process.env.STARTING_AFTER);
const stream = await client.responses.retrieve(process.env.RESPONSE_ID, { stream: true, starting_after });
for await (const event of stream) process.stdout.write(`${JSON.stringify(event)}\n`);
