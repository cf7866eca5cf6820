import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call } from "./api";
import { expectAccessible } from "./axe";
import { type Carrier, startCarrier } from "./carrier";
import { type Model, startModel } from "./model";
import { freePort, kill, serve } from "./program";
import { expect, test } from "./test";

const office = "+14155550100";
const maria = "+14155550188";
const drafts = ["Yes, since noon.", "A plumber comes at five."];

// A server of its own: it has a carrier, and no agent has drafted anything to begin with.
test.use({ storageState: { cookies: [], origins: [] } });

let model: Model;
let carrier: Carrier;
let address = "";
let agentId = "";
let server: Awaited<ReturnType<typeof serve>>;
let home = "";

test.beforeEach(async ({ page }) => {
  home = await mkdtemp(join(tmpdir(), "steward-"));
  const options = drafts.map((body, place) => ({ body, confidence: 0.9 - place / 10 }));
  const proposal = {
    messages: [],
    tool_calls: [
      { name: "propose_sms_replies", args: { options, kind: "question" } },
      { name: "done", args: {} },
    ],
  };
  model = await startModel(() => [JSON.stringify(proposal)]);
  carrier = await startCarrier();
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  server = await serve(home, port, "Sign in: ", {
    ...carrier.settings,
    STEWARD_MODEL: model.name,
    STEWARD__HTTP__PUBLIC_URL: address,
  });
  await page.goto(server.line);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Needs you" })).toBeVisible();
  const api = <Answer>(path: string, data: unknown) => call<Answer>(page, "POST", `${address}${path}`, data);
  const agent = await api<{ id: string }>("/api/agents", { name: "Front desk", tools: ["messaging"] });
  agentId = agent.id;
  await api("/api/lines", { kind: "phone", address: office, label: "Office line", agent_id: agent.id });
  await api("/api/contacts", { name: "Maria Santos", phone: maria });
});

test.afterEach(async ({ page }) => {
  // A page that is open would complain about the server that goes.
  await page.goto("about:blank");
  await kill(server.child);
  await model.stop();
  await carrier.stop();
  await rm(home, { recursive: true });
});

test("a draft is changed and sent, the contact answers, and the agent's page tells", async ({ page }) => {
  test.setTimeout(120_000);
  const bring = (body: string) => carrier.bring(page.request, address, { from: maria, to: office, body });
  await page.goto(`${address}/agents/${agentId}`);
  const record = page.getByRole("region", { name: "What became of its drafts" });
  await expect(record.getByText(/It has not drafted anything yet/)).toBeVisible();

  // The page notices by itself what happens elsewhere.
  await bring("Is the boiler mended?");
  const last = record.getByRole("list", { name: "Last drafts" });
  await expect(last.getByText("Waiting")).toBeVisible();
  await expect(record.getByText("Nobody has decided yet")).toBeVisible();

  await last.getByRole("link", { name: "Maria Santos" }).click();
  const card = page.getByRole("region", { name: "Front desk would answer" });
  await card.getByRole("radio", { name: drafts[1] }).check();
  await card.getByRole("button", { name: "Use this reply" }).click();
  const composer = page.getByRole("textbox", { name: "Write to Maria Santos" });
  await composer.fill("A plumber comes at six.");
  await page.keyboard.press("Enter");
  await expect.poll(() => carrier.sent.length).toBe(1);
  await bring("Good, thank you!");
  await expect(card).toBeVisible();
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(() => carrier.sent.length).toBe(2);

  await page.goto(`${address}/agents/${agentId}`);
  await page.getByRole("link", { name: "Drafts" }).click();
  await expect(record.getByText("1 of 2 decided on")).toBeVisible();
  await expect(record.getByText("1 of 2 sent")).toBeVisible();
  await expect(record.getByRole("row", { name: /Questions.*50 %/ })).toBeVisible();
  const changed = last.getByRole("list", { name: "What was changed" });
  await expect(changed.locator("del")).toHaveText("five");
  await expect(changed.locator("ins")).toHaveText("six");
  await expect(last.getByText(/They wrote back/)).toBeVisible();
  await expectAccessible(page);
});
