import { call } from "./api";
import { expect, test } from "./test";

/** One server stands behind all tests: whatever happens, the others find agents on. */
test.afterEach(async ({ page }) => {
  await call(page, "PUT", "/api/flags/agents", { enabled: true });
  await call(page, "PUT", "/api/flags/tools", { enabled: true });
});

test("all agents are stopped, every page says so, and they go on", async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto("/inbox");
  await expect(other.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  await page.goto("/settings/flags");
  await page.getByRole("button", { name: "Stop all agents" }).click();
  const dialog = page.getByRole("dialog", { name: "Stop all agents?" });
  await dialog.getByLabel("Reason").fill("A drill.");
  await dialog.getByRole("button", { name: "Stop all agents" }).click();

  const banner = "Agents are switched off. What comes in is kept and waits.";
  await expect(page.getByText(banner)).toBeVisible();
  await expect(page.getByText("“A drill.”")).toBeVisible();
  // The other page hears of it without a reload.
  await expect(other.getByText(banner)).toBeVisible();
  const me = (await (await page.request.get("/v1/me")).json()) as { csrf_token: string };
  const refused = await page.request.post("/v1/responses", {
    headers: { "x-csrf-token": me.csrf_token },
    data: { model: "offline", input: "Hello" },
  });
  expect(refused.status()).toBe(503);
  expect(await refused.text()).toContain("switched_off");

  await page.getByRole("button", { name: "Turn agents on" }).click();
  await expect(page.getByRole("heading", { name: "Agents are on" })).toBeVisible();
  await expect(page.getByText(banner)).toHaveCount(0);
  await expect(other.getByText(banner)).toHaveCount(0);
});

test("one thing is switched off and stays so after a reload", async ({ page }) => {
  await page.goto("/settings/flags");
  const tools = page.getByRole("switch", { name: "Tools" });
  await expect(tools).toBeChecked();
  await tools.click();
  await expect(tools).not.toBeChecked();
  await page.reload();
  await expect(tools).not.toBeChecked();
  await expect(page.getByText(/Switched off by/)).toBeVisible();
  await tools.click();
  await expect(tools).toBeChecked();
});
