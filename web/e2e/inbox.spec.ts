import { expectAccessible } from "./axe";
import { maria, number, type Office, openOffice, proposing } from "./office";
import { expect, test } from "./test";

// A server of its own: it has a carrier, and the inbox is empty to begin with.
test.use({ storageState: { cookies: [], origins: [] } });

const drafts = ["Yes, since noon.", "A plumber comes at five."];

let office: Office;

test.beforeEach(async ({ page }) => {
  // Every text is answered with the same drafts.
  office = await openOffice(page, () => proposing(drafts));
});

test.afterEach(() => office.close());

test("a text arrives, a draft is changed and sent, and a person takes over", async ({ page }) => {
  test.setTimeout(120_000);
  const { address, bring, carrier, model } = office;
  await page.goto(`${address}/inbox`);
  await expect(page.getByRole("heading", { level: 2, name: "No conversations yet" })).toBeVisible();

  await bring("Is the boiler mended?");
  const row = page.getByRole("link", { name: /Maria Santos/ });
  await expect(row.getByText("Is the boiler mended?")).toBeVisible();
  await expect(row.getByText("Drafts waiting")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Inbox.*1 unread$/ })).toBeVisible();
  await row.click();
  await expect(page.getByRole("heading", { level: 1, name: "Maria Santos" })).toBeVisible();
  await expect(page.getByText(`From Office line ${number}.`)).toBeVisible();
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
  expect(carrier.sent).toEqual([{ to: maria, from: number, body: `${drafts[1]} Is that all right?` }]);

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
  const { address, bring } = office;
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
  await office.bring("Is the boiler mended?");
  await page.goto(`${office.address}/inbox`);
  await page.getByRole("link", { name: /Maria Santos/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Maria Santos" })).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Find by name or number" })).toBeHidden();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "About this conversation" }).click();
  const about = page.getByRole("dialog", { name: "Maria Santos" });
  await expect(about.getByRole("link", { name: "Memory of this conversation" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Back to the conversations" }).click();
  await expect(page.getByRole("searchbox", { name: "Find by name or number" })).toBeVisible();
});
