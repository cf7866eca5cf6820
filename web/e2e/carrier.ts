import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { APIRequestContext } from "@playwright/test";
import { expect } from "@playwright/test";
import { close, listen } from "./model";

const account = `AC${"0".repeat(32)}`;
const token = "a-token-of-tests";

interface Text {
  to: string | null;
  from: string | null;
  body: string | null;
}

export interface Carrier {
  /** What a server must be told to use it. */
  settings: Record<string, string>;
  /** What was sent through it, in order. */
  sent: Text[];
  /** Brings a text to the server, signed as Twilio signs it. */
  bring: (
    to: APIRequestContext,
    server: string,
    text: { from: string; to: string; body: string },
  ) => Promise<void>;
  stop: () => Promise<void>;
}

/** Twilio on this machine: it takes every message, and brings what a test has people write. */
export async function startCarrier(): Promise<Carrier> {
  const sent: Text[] = [];
  let brought = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    // Now and then it is asked what came in, in case a webhook was lost: nothing did that was not brought.
    if (request.method === "GET") {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ messages: [], next_page_uri: null }));
      return;
    }
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    sent.push({ to: form.get("To"), from: form.get("From"), body: form.get("Body") });
    response.writeHead(201, { "content-type": "application/json" });
    response.end(JSON.stringify({ sid: `SM${String(sent.length).padStart(32, "0")}`, status: "queued" }));
  });
  const port = await listen(server);
  return {
    settings: {
      TWILIO_ACCOUNT_SID: account,
      TWILIO_AUTH_TOKEN: token,
      STEWARD__TWILIO__BASE_URL: `http://127.0.0.1:${port}`,
    },
    sent,
    async bring(http, address, text) {
      const sid = `SM${String(++brought).padStart(32, "f")}`;
      const form = {
        MessageSid: sid,
        AccountSid: account,
        From: text.from,
        To: text.to,
        Body: text.body,
        NumMedia: "0",
      };
      const url = `${address}/webhooks/twilio/sms`;
      const response = await http.post(url, {
        form,
        headers: { "x-twilio-signature": signature(url, form) },
      });
      expect(response.status(), await response.text()).toBe(200);
    },
    stop: () => close(server),
  };
}

function signature(url: string, form: Record<string, string>): string {
  const fields = Object.entries(form).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHmac("sha1", token)
    .update(url + fields.flat().join(""))
    .digest("base64");
}
