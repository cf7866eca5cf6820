import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, expectOnlyRefusals, test } from "./test";

/** The server keeps what earlier runs made, so every run makes names of its own. */
const unique = (name: string) => `${name}${Date.now().toString(36)}`;

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

/** Makes a folder in the root and opens it. */
async function makeFolder(page: Page, name: string) {
  await page.goto("/workspace");
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Make folder" }).click();
  await expect(heading(page, name)).toBeVisible();
}

/** Makes a file in the open folder and writes a text into it. */
async function makeFile(page: Page, name: string, text: string) {
  await page.getByRole("button", { name: "New file" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Make file" }).click();
  await expect(heading(page, name)).toBeVisible();
  await page.getByLabel("Text", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("article", { name })).toBeVisible();
}

async function write(page: Page, text: string) {
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Text", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Save" }).click();
}

test("the workspace is seeded", async ({ page }) => {
  await page.goto("/workspace");
  const list = page.getByRole("list", { name: "Files and folders" });
  await list.getByRole("link", { name: "MEMORY.md", exact: true }).click();
  await expect(heading(page, "MEMORY.md")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("navigation", { name: "In this folder" }).getByRole("link", { name: "areas" }).click();
  await expect(heading(page, "areas")).toBeVisible();
  await page.getByRole("navigation", { name: "Path" }).getByRole("link", { name: "Workspace" }).click();
  await expect(heading(page, "Workspace")).toBeVisible();
});

test("a folder and a file are made, edited, compared, restored and deleted", async ({ page, complaints }) => {
  const folder = unique("leases-");
  await makeFolder(page, folder);
  await expect(page.getByRole("heading", { name: "This folder is empty" })).toBeVisible();

  await page.getByRole("button", { name: "New file" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("renewals");
  await page.getByRole("button", { name: "Make file" }).click();
  await expect(page.getByRole("dialog").getByText(/ends with .md, .txt or .json/)).toHaveCount(2);
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await makeFile(page, "renewals.md", "# Renewals\n\nAsk **thirty** days before.\n");
  await expect(page.getByRole("heading", { level: 3, name: "Renewals" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Edit" }).click();
  const text = page.getByLabel("Text", { exact: true });
  await expect(text).toBeFocused();
  await text.fill("# Renewals\n\nAsk **sixty** days before.\n");
  await expect(page.getByRole("region", { name: "Preview" }).getByText("sixty")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Control+s");
  await expect(page.getByText("renewals.md was saved.")).toBeVisible();
  await text.press("End");
  await text.pressSequentially("More.");
  await page.getByRole("link", { name: "Inbox" }).click();
  await page.getByRole("button", { name: "Stay here" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("article").getByText("sixty")).toBeVisible();

  await page.getByRole("link", { name: "Versions" }).click();
  const differences = page.getByRole("list", { name: "Differences" });
  await expect(differences.locator("del")).toHaveText("thirty");
  await expect(differences.locator("ins")).toHaveText("sixty");
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Restore version/ }).click();
  await expect(page.getByText(/is the present text again/)).toBeVisible();
  await expect(page.getByText(/^Restored from/)).toBeVisible();
  await page.getByRole("link", { name: "Text", exact: true }).click();
  await expect(page.getByRole("article").getByText("thirty")).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download renewals.md" }).click();
  expect((await download).suggestedFilename()).toBe("renewals.md");

  await page.getByRole("navigation", { name: "Path" }).getByRole("link", { name: folder }).click();
  await page.getByRole("button", { name: `Delete ${folder}` }).click();
  await page.getByRole("button", { name: "Delete folder" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).not.toBeEmpty();
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "renewals.md" }).click();
  await page.getByRole("button", { name: "Delete renewals.md" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete file" }).click();
  await expect(page.getByText("renewals.md was deleted.")).toBeVisible();
  expectOnlyRefusals(complaints, 409);
});

test("a deleted file is brought back at its address", async ({ page, complaints }) => {
  const folder = unique("gone-");
  await makeFolder(page, folder);
  await makeFile(page, "a.md", "It was here.\n");
  await page.getByRole("button", { name: "Delete a.md" }).click();
  await page.getByRole("button", { name: "Delete file" }).click();
  await expect(page.getByText("a.md was deleted.")).toBeVisible();
  await page.goto(`/workspace/${folder}/a.md`);
  await expect(page.getByText(/This file was deleted/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Restore version/ }).click();
  await expect(page.getByRole("article").getByText("It was here.")).toBeVisible();
  expectOnlyRefusals(complaints, 404);
});

test("every version is compared with the present one, at an address of its own", async ({ page }) => {
  const folder = unique("versions-");
  await makeFolder(page, folder);
  await makeFile(page, "tea.md", "Tea is at three.\n");
  await write(page, "Tea is at four.\n");
  await expect(page.getByRole("article").getByText("Tea is at four.")).toBeVisible();
  await write(page, "Tea is at five.\n");
  await expect(page.getByRole("article").getByText("Tea is at five.")).toBeVisible();
  await page.getByRole("link", { name: "Versions", exact: true }).click();
  const removed = page.getByRole("list", { name: "Differences" }).locator("del");
  await expect(removed).toHaveText("four");
  // An empty file is the first version.
  await page.getByRole("link", { name: /^Version 2/ }).click();
  await expect(removed).toHaveText("three");
  await page.reload();
  await expect(removed).toHaveText("three");
  await page.getByRole("button", { name: "Restore version 2" }).click();
  await expect(page.getByText("Restored from 2")).toBeVisible();
  await page.getByRole("link", { name: "Text", exact: true }).click();
  await expect(page.getByRole("article").getByText("Tea is at three.")).toBeVisible();
});

test("a path with nothing at it leads back to its folder", async ({ page, complaints }) => {
  await page.goto("/workspace/areas/no-such-file.md");
  await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("navigation", { name: "Path" }).getByRole("link", { name: "areas" }).click();
  await expect(heading(page, "areas")).toBeVisible();
  expect(complaints.filter((text) => !text.includes("404") && !text.includes("nothing here"))).toEqual([]);
  complaints.length = 0;
});

test("the folder of an account leads to the account", async ({ page }) => {
  await page.goto("/workspace/accounts");
  await page.getByRole("list", { name: "Files and folders" }).getByRole("link").first().click();
  await page.getByRole("link", { name: "Account", exact: true }).click();
  await expect(page.getByRole("list", { name: "History" })).toBeVisible();
});

test("two people who edit one file see both texts", async ({ page, context, complaints }) => {
  const folder = unique("both-");
  await makeFolder(page, folder);
  await makeFile(page, "tea.md", "Tea is at four.\n");
  const second = await context.newPage();
  await second.goto(`/workspace/${folder}/tea.md`);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Text", { exact: true }).fill("Tea is at four. Always.\n");

  await write(second, "Tea is at five.\n");
  await expect(second.getByRole("article").getByText("Tea is at five.")).toBeVisible();

  // The page hears of what the second wrote before anything is saved.
  await expect(page.getByText("Somebody changed this file meanwhile.")).toBeVisible();
  await expect(page.getByLabel("Yours")).toHaveValue("Tea is at four. Always.\n");
  await expect(page.getByRole("region", { name: "Theirs" })).toContainText("Tea is at five.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByRole("article").getByText("Tea is at four. Always.")).toBeVisible();

  await second.reload();
  await expect(second.getByRole("article").getByText("Tea is at four. Always.")).toBeVisible();
  expectOnlyRefusals(complaints, 412);
});

test("a phone shows one thing at a time", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const folder = unique("phone-");
  await makeFolder(page, folder);
  await makeFile(page, "a-name-that-is-longer-than-any-phone-is-wide-by-far.md", "# Long\n");
  await expect(page.getByRole("navigation", { name: "In this folder" })).toBeHidden();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByRole("region", { name: "Preview" })).toBeHidden();
  await page.getByText("Preview", { exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 3, name: "Long" })).toBeVisible();
  await expect(page.getByLabel("Text", { exact: true })).toBeHidden();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});
