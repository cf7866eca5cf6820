import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";

export interface Model {
  /** What an agent's settings call it. */
  name: string;
  /** How often it was asked. */
  asked: () => number;
  /** When it had said its last answer, in milliseconds. */
  answered: () => number;
  stop: () => Promise<void>;
}

/** A model on this machine, as the server asks one of OpenAI's kind. It says one piece after the other. */
export async function startModel(answer: (asked: number) => string[], between = 0): Promise<Model> {
  let asked = 0;
  let answered = 0;
  const server = createServer(async (request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const content of answer(asked++)) {
      response.write(chunk({ content }, null));
      await setTimeout(between);
    }
    response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
    answered = performance.timeOrigin + performance.now();
  });
  const port = await listen(server);
  return {
    name: `http://127.0.0.1:${port}/v1#tests`,
    asked: () => asked,
    answered: () => answered,
    stop: () => close(server),
  };
}

export async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}

function chunk(delta: object, finish_reason: string | null): string {
  const choices = [{ index: 0, delta, finish_reason }];
  return `data: ${JSON.stringify({ id: "chatcmpl-tests", object: "chat.completion.chunk", choices })}\n\n`;
}
