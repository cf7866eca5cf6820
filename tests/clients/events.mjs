// A real EventSource, behind a proxy that cuts its connection again and again.
//
// usage: node --experimental-eventsource events.mjs <url of the server> <bearer token> <events to read>
//
// The proxy adds the token, which an EventSource cannot send, and drops the connection after a few events, sometimes in the
// middle of one. Every event that the EventSource gives out is printed as a line of JSON.

import { createServer, request } from "node:http";

const [server, token, wanted] = process.argv.slice(2);
const ofAgents = ["typing", "message", "done", "error", "approval", "suggestion", "notice", "reminder", "thread"];
const kinds = [...["ready", "missed", ...ofAgents].map((kind) => `agent.${kind}`), "org.flag"];
const eventsBeforeCut = 3;
const bytesIntoTheNext = 20;

const proxy = createServer((incoming, outgoing) => {
  const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
  const upstream = request(`${server}${incoming.url}`, { headers }, (answer) => {
    // It comes back sooner than the server asks for, so that the test is quick.
    outgoing.writeHead(answer.statusCode, answer.headers);
    let ends = 0;
    answer.on("data", (chunk) => {
      const text = chunk.toString().replace("retry: 3000", "retry: 10");
      let at = 0;
      while (ends < eventsBeforeCut && (at = text.indexOf("\n\n", at) + 2) > 1) ends += 1;
      if (ends < eventsBeforeCut) return void outgoing.write(text);
      const half = at + bytesIntoTheNext;
      outgoing.write(text.slice(0, half), () => outgoing.destroy());
      upstream.destroy();
    });
    answer.on("error", () => outgoing.destroy());
    answer.on("end", () => outgoing.end());
  });
  // Where nobody listens, a browser's EventSource tries again; Node's gives up unless an answer has begun.
  upstream.on("error", () => {
    if (outgoing.headersSent) return outgoing.destroy();
    outgoing.writeHead(200, { "content-type": "text/event-stream" }).end();
  });
  outgoing.on("close", () => upstream.destroy());
  upstream.end();
});

proxy.listen(0, "127.0.0.1", () => {
  const source = new EventSource(`http://127.0.0.1:${proxy.address().port}/v1/agent/events`);
  let read = 0;
  for (const kind of kinds) {
    source.addEventListener(kind, ({ data, lastEventId }) => {
      process.stdout.write(`${JSON.stringify({ kind, id: lastEventId, data: JSON.parse(data) })}\n`);
      if (kind !== "agent.ready") read += 1;
      if (read >= Number(wanted)) process.exit(0);
    });
  }
});
