import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, test } from "./test";

/** A number that no other test writes from. */
function number(): string {
  return `+1415555${String(1000 + Math.floor(Math.random() * 9000))}`;
}

async function openPhone(page: Page, from: string) {
  await page.goto("/phone");
  await page.getByLabel("Whose phone").selectOption("Another number");
  await page.getByLabel("Number", { exact: true }).fill(from);
  await page.keyboard.press("Enter");
  const phone = page.getByRole("region", { name: `Phone of ${from}` });
  const write = async (text: string) => {
    await phone.getByRole("textbox", { name: "Text Front desk" }).fill(text);
    await page.keyboard.press("Enter");
    await expect(shown.getByText(text, { exact: true })).toBeVisible();
  };
  const shown = phone.getByRole("log", { name: "On the phone" });
  return { shown, write };
}

test("a text written on the phone becomes a draft, and the answer arrives on the phone once", async ({
  page,
}) => {
  const from = number();
  await page.goto("/settings/lines");
  await expect(page.getByText(/^Phone on the screen · /)).toBeVisible();
  await page.getByRole("link", { name: "Open the phone of Front desk" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Phone" })).toBeVisible();

  const { shown, write } = await openPhone(page, from);
  await expect(shown.getByText(/^Nothing yet/)).toBeVisible();
  await write("When does the office open tomorrow?");
  await expectAccessible(page);

  await page.goto("/inbox");
  const row = page.getByRole("link").filter({ hasText: "When does the office open tomorrow?" }).first();
  await expect(row.getByText("Drafts waiting")).toBeVisible();
  await row.click();
  const card = page.getByRole("region", { name: "Front desk would answer" });
  const draft = "Thanks for asking. I will find out and write back to you.";
  await card.getByRole("radio", { name: draft }).check();
  await card.getByRole("button", { name: "Use this reply" }).click();
  await page.keyboard.press("Enter");
  const messages = page.getByRole("region", { name: "Messages" });
  const reply = messages.getByRole("listitem").filter({ hasText: draft });
  await expect(reply.getByText("Delivered")).toBeVisible();

  const again = await openPhone(page, from);
  await expect(again.shown.getByText(draft)).toHaveCount(1);
  await again.write("STOP");
  await expect(again.shown.getByText(/you will get no more messages/)).toHaveCount(1);
});

test("the phone fits on a phone, in the dark", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const { write } = await openPhone(page, number());
  await write("The tap in the kitchen drips again.");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});
