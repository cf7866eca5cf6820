import { call } from "./api";
import { expectAccessible } from "./axe";
import { expect, test } from "./test";

/** The server keeps what earlier runs made, so every run makes names of its own. */
const unique = (name: string) => `${name} ${Date.now().toString(36)}`;

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test("the server's own figures are shown, whatever they are", async ({ page }) => {
  await page.goto("/usage");
  await expect(page.getByRole("heading", { level: 1, name: "Usage" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "30 days" })).toBeChecked();
  await page.getByText("90 days").click();
  await expect(page).toHaveURL(/days=90/);
  await page.reload();
  await expect(page.getByRole("radio", { name: "90 days" })).toBeChecked();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`what was spent is read with the keyboard alone in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const name = unique("Bookkeeper");
    const { id: agent } = await call<{ id: string }>(page, "POST", "/api/agents", { name });
    const settings = { name, send_mode: "suggest", tools: [], daily_micros: 2_000_000 };
    await call(page, "PUT", `/api/agents/${agent}`, { revision: 1, ...settings });
    const row = (scope: string, day: string, cost_micros: number, tokens: number) => ({
      ...{ scope, day, cost_micros, tokens },
      ...{ reserved_micros: 0, reserved_tokens: 0 },
    });
    // What a model costs cannot be made up on a server without one.
    await page.route("**/api/usage?*", (route) =>
      route.fulfill({
        json: {
          items: [
            row("org:o", dayBefore(0), 3_000_000, 1_200),
            row("org:o", dayBefore(1), 1_000_000, 400),
            row(`agent:${agent}`, dayBefore(0), 2_500_000, 1_000),
          ],
        },
      }),
    );
    await page.goto(`/usage?of=agent:${agent}`);
    await expect(page.getByText("The limit is $2.00 a day")).toBeVisible();
    await page.getByRole("combobox", { name: "Whose days" }).selectOption("The whole team");
    const chart = page.getByRole("slider", { name: "Cost by day" });
    await chart.focus();
    await expect(chart).toHaveAttribute("aria-valuetext", /: \$3\.00, 1,200 tokens$/);
    await page.keyboard.press("ArrowLeft");
    await expect(chart).toHaveAttribute("aria-valuetext", /: \$1\.00, 400 tokens$/);
    await expect(page.getByText("400 tokens", { exact: true })).toBeVisible();
    await expectAccessible(page);

    await page.getByText("The same in figures").click();
    await expect(page.getByRole("row", { name: /\$3\.00 1,200/ })).toBeVisible();
    const agents = page.getByRole("table", { name: "By agent" });
    await expect(agents.getByText("Busiest day 125 % of $2.00")).toBeVisible();
    await agents.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  });
}
