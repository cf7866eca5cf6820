import { expectAccessible } from "./axe";
import { type Office, openOffice, proposing } from "./office";
import { expect, test } from "./test";

const drafts = ["Yes, since noon.", "A plumber comes at five."];

// A server of its own: it has a carrier, and no agent has drafted anything to begin with.
test.use({ storageState: { cookies: [], origins: [] } });

let office: Office;

test.beforeEach(async ({ page }) => {
  office = await openOffice(page, () => proposing(drafts));
});

test.afterEach(() => office.close());

test("a draft is changed and sent, the contact answers, and the agent's page tells", async ({ page }) => {
  test.setTimeout(120_000);
  const { address, agentId, bring, carrier } = office;
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
  await expect(card).toBeHidden();
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
