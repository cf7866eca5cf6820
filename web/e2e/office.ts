import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { call } from "./api";
import { startCarrier } from "./carrier";
import { startModel } from "./model";
import { freePort, kill, serve } from "./program";

export const number = "+14155550100";
export const maria = "+14155550188";

/** A model's answer that proposes these replies, the surest first. */
export function proposing(drafts: string[]): string {
  const options = drafts.map((body, place) => ({ body, confidence: 0.9 - place / 10 }));
  const calls = [
    { name: "propose_sms_replies", args: { options, kind: "question" } },
    { name: "done", args: {} },
  ];
  return JSON.stringify({ messages: [], tool_calls: calls });
}

export type Office = Awaited<ReturnType<typeof openOffice>>;

/**
 * A server of its own whose owner is signed in on the page: one line with a carrier, an agent that drafts what the model
 * answers, and Maria, who has not written yet.
 */
export async function openOffice(page: Page, answer: (asked: number) => string) {
  const home = await mkdtemp(join(tmpdir(), "steward-"));
  const model = await startModel((asked) => [answer(asked)]);
  const carrier = await startCarrier();
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const server = await serve(home, port, "Sign in: ", {
    ...carrier.settings,
    STEWARD_MODEL: model.name,
    STEWARD__HTTP__PUBLIC_URL: address,
  });
  await page.goto(server.line);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Needs you" })).toBeVisible();
  const api = <Answer>(path: string, data: unknown) => call<Answer>(page, "POST", `${address}${path}`, data);
  const agent = await api<{ id: string }>("/api/agents", { name: "Front desk", tools: ["messaging"] });
  await api("/api/lines", { kind: "phone", address: number, label: "Office line", agent_id: agent.id });
  await api("/api/contacts", { name: "Maria Santos", phone: maria });
  return {
    address,
    model,
    carrier,
    agentId: agent.id,
    /** Maria writes. */
    bring: (body: string) => carrier.bring(page.request, address, { from: maria, to: number, body }),
    async close() {
      // A page that is open would complain about the server that goes.
      await page.goto("about:blank");
      await kill(server.child);
      await model.stop();
      await carrier.stop();
      await rm(home, { recursive: true });
    },
  };
}
