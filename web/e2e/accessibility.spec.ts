import { expectAccessible } from "./axe";
import { allPages } from "./pages";
import { expect, test } from "./test";

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme}`, () => {
    // Text that is still fading in has too little contrast.
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

    for (const { path, title } of [...allPages, { path: "/sign-in", title: "Sign in to Steward" }]) {
      test(`${path} has no serious violation`, async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
        await expectAccessible(page);
      });
    }

    test("what opens over a page has no serious violation", async ({ page }) => {
      await page.goto("/settings/keys");
      await page.getByRole("button", { name: "Create key" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");

      await page.keyboard.press("Control+k");
      await expect(page.getByRole("combobox")).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");

      await page.getByRole("button", { name: /open menu/ }).click();
      await expect(page.getByRole("menu")).toBeVisible();
      await expectAccessible(page);
    });

    test("the drawer of a phone has no serious violation", async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto("/inbox");
      await page.getByRole("button", { name: "Open navigation" }).click();
      await expect(page.getByRole("dialog", { name: "Navigation" })).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test("a page does not move while it loads", async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/settings/members");
  await expect(page.getByRole("list", { name: "Members" })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const total = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
  expect(total).toBeLessThan(0.02);
});
