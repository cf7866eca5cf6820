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

// A server of its own: it has a carrier, and the inbox is empty to begin with.
test.use({ storageState: { cookies: [], origins: [] } });

const drafts = ["Yes, since noon.", "A plumber comes at five."];
const proposal = {
  messages: [],
  tool_calls: [
    {
      name: "propose_sms_replies",
      args: { options: drafts.map((body, place) => ({ body, confidence: 0.9 - place / 10 })) },
    },
    { name: "done", args: {} },
  ],
};

let model: Model;
let carrier: Carrier;
let address = "";
let server: Awaited<ReturnType<typeof serve>>;
let home = "";

test.beforeEach(async ({ page }) => {
  home = await mkdtemp(join(tmpdir(), "steward-"));
  // Every text is answered with the same drafts.
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

test("a text arrives, a draft is changed and sent, and a person takes over", async ({ page }) => {
  test.setTimeout(120_000);
  const bring = (body: string) => carrier.bring(page.request, address, { from: maria, to: office, body });
  await page.goto(`${address}/inbox`);
  await expect(page.getByRole("heading", { level: 2, name: "No conversations yet" })).toBeVisible();

  await bring("Is the boiler mended?");
  const row = page.getByRole("link", { name: /Maria Santos/ });
  await expect(row.getByText("Is the boiler mended?")).toBeVisible();
  await expect(row.getByText("Drafts waiting")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Inbox.*1 unread$/ })).toBeVisible();
  await row.click();
  await expect(page.getByRole("heading", { level: 1, name: "Maria Santos" })).toBeVisible();
  await expect(page.getByText(`From Office line ${office}.`)).toBeVisible();
  await expectAccessible(page);
  // What is open is read.
  await expect(page.getByRole("link", { name: "Inbox", exact: true })).toBeVisible();

  const card = page.getByRole("region", { name: "Front desk would answer" });
  await card.getByRole("radio", { name: drafts[1] }).check();
  await card.getByRole("button", { name: "Use this reply" }).click();
  const composer = page.getByRole("textbox", { name: "Write to Maria Santos" });
  await expect(composer).toHaveValue(drafts[1] ?? "");
  await page.keyboard.press("End");
  await page.keyboard.type(" Is that all right?");
  await page.keyboard.press("Enter");
  const messages = page.getByRole("region", { name: "Messages" });
  const reply = messages.getByRole("listitem").filter({ hasText: "Is that all right?" });
  await expect(reply.getByText(/drafted by the agent, then changed/)).toBeVisible();
  await expect(reply.getByText("Sent")).toBeVisible();
  await expect(card).toHaveCount(0);
  expect(carrier.sent).toEqual([{ to: maria, from: office, body: `${drafts[1]} Is that all right?` }]);

  await page.getByRole("button", { name: "Take over" }).click();
  await expect(page.getByRole("button", { name: "Hand back" })).toBeVisible();
  const asked = model.asked();
  await bring("Thank you!");
  await expect(messages.getByText("The agent kept silent: a person has taken over.")).toBeVisible();
  await composer.fill("You are welcome.");
  await page.keyboard.press("Enter");
  await expect(messages.getByText("You are welcome.")).toBeVisible();
  await expect.poll(() => carrier.sent.at(-1)?.body).toBe("You are welcome.");
  expect(model.asked()).toBe(asked);

  await page.getByRole("button", { name: "Hand back" }).click();
  await expect(page.getByRole("button", { name: "Take over" })).toBeVisible();
  await bring("When exactly?");
  await expect(card).toBeVisible();
});

test("nothing can be written to somebody who said STOP", async ({ page }) => {
  const bring = (body: string) => carrier.bring(page.request, address, { from: maria, to: office, body });
  await bring("Is the boiler mended?");
  await bring("STOP");
  await page.goto(`${address}/inbox`);
  const row = page.getByRole("link", { name: /Maria Santos/ });
  await expect(row.getByText("Opted out")).toBeVisible();
  await row.click();
  await expect(page.getByRole("textbox", { name: "Write to Maria Santos" })).toBeDisabled();
  await bring("Hello?");
  const messages = page.getByRole("region", { name: "Messages" });
  await expect(messages.getByText("Not answered: they have opted out.")).toBeVisible();
});

test("a phone shows the list, then the conversation, and the way back", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await carrier.bring(page.request, address, { from: maria, to: office, body: "Is the boiler mended?" });
  await page.goto(`${address}/inbox`);
  await page.getByRole("link", { name: /Maria Santos/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Maria Santos" })).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Find by name" })).toBeHidden();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "About this conversation" }).click();
  const about = page.getByRole("dialog", { name: "Maria Santos" });
  await expect(about.getByRole("link", { name: "Memory of this conversation" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Back to the conversations" }).click();
  await expect(page.getByRole("searchbox", { name: "Find by name" })).toBeVisible();
});
