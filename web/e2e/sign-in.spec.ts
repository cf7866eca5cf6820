import { expect, test } from "./test";

test("a sign-in link is redeemed on a press and opens the shell", async ({ page }) => {
  const link = process.env.STEWARD_SIGN_IN_LINK;
  expect(link, "STEWARD_SIGN_IN_LINK must hold a one-time sign-in link").toBeTruthy();
  await page.goto(link ?? "");
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Needs you" })).toBeVisible();
  await expect(page).toHaveURL(/\/needs-you$/);
  await expect(page).toHaveTitle("Needs you · Steward");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByRole("main")).toBeVisible();
  await page.context().storageState({ path: "test-results/session.json" });
});

test("a visitor without a session is asked to sign in, and a wrong password is refused", async ({
  page,
  complaints,
}) => {
  await page.goto("/activity");
  await expect(page).toHaveURL(/\/sign-in\?return_to=%2Factivity$/);
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toHaveText("The email address or the password is wrong.");
  // The browser reports both refusals, which are what this test asks for.
  expect(complaints.filter((text) => !text.includes("401"))).toEqual([]);
  complaints.length = 0;
});

test("a used link is refused and says why", async ({ page, complaints }) => {
  await page.goto("/sign-in?token=used-up");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toContainText("has expired or was already used");
  expect(complaints.filter((text) => !text.includes("401"))).toEqual([]);
  complaints.length = 0;
});
