import { expect, test } from "vitest";
import { serverEvents } from "./sse";

async function read(chunks: string[]) {
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(bytes.encode(chunk));
      controller.close();
    },
  });
  const events = [];
  for await (const event of serverEvents(body)) events.push(event);
  return events;
}

test("events keep their names, wherever the network cuts them", async () => {
  const text =
    'event: step\ndata: {"tool":"Grüße"}\n\n: still here\n\ndata: 1\ndata: 2\n\nevent: done\ndata: {';
  const whole = await read([text]);
  expect(whole).toEqual([
    { event: "step", data: '{"tool":"Grüße"}' },
    { event: "message", data: "1\n2" },
  ]);
  expect(await read([...text])).toEqual(whole);
});
