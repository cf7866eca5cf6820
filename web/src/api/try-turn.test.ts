import { expect, test } from "vitest";
import { eventsOf, type TurnEvent } from "./try-turn";

async function read(chunks: string[]): Promise<TurnEvent[]> {
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(bytes.encode(chunk));
      controller.close();
    },
  });
  const events: TurnEvent[] = [];
  for await (const event of eventsOf(body)) events.push(event);
  return events;
}

test("events are read wherever the network cuts them", async () => {
  const text = 'data: {"type":"text_delta","delta":"Grüße"}\n\n: a comment\n\ndata: {"type":"error"}\n\n';
  const whole = await read([text]);
  expect(whole).toEqual([{ type: "text_delta", delta: "Grüße" }, { type: "error" }]);
  expect(await read([...text])).toEqual(whole);
});

test("a stream that ends in the middle of an event ends before it", async () => {
  expect(await read(['data: {"type":"error"}\n\n', 'data: {"ty'])).toEqual([{ type: "error" }]);
});
