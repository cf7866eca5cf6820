import { expect, test } from "./test";

test("the shell works with the keyboard alone", async ({ page }) => {
  await page.goto("/inbox");
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("api k");
  await expect(page.getByRole("option", { selected: true })).toContainText("API keys");
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { level: 1, name: "API keys" });
  await expect(heading).toBeFocused();

  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Create key" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Create key" })).toBeFocused();
});

test("the palette wraps around and closes without a trace", async ({ page }) => {
  await page.goto("/inbox");
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const selected = page.getByRole("option", { selected: true });
  await expect(selected).toContainText("Chat");
  await page.keyboard.press("ArrowUp");
  await expect(selected).toContainText("System");
  await page.keyboard.press("ArrowDown");
  await expect(selected).toContainText("Chat");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("combobox")).toHaveCount(0);
  await expect(page).toHaveURL(/\/inbox$/);
});

test("a chosen theme is there before the first paint of the next load", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/inbox");
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();

  await page.getByRole("button", { name: /open menu/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect.poll(background).not.toBe(light);

  await page.reload({ waitUntil: "commit" });
  await page.waitForFunction(() => document.body !== null);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");

  await page.getByRole("button", { name: /open menu/ }).click();
  await page.getByRole("menuitemradio", { name: "System" }).click();
  await expect.poll(background).toBe(light);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(background).not.toBe(light);
});

test("an unknown address is a page that says so", async ({ page }) => {
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.getByRole("link", { name: "Go to the start page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Needs you" })).toBeVisible();
});
