import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, expectOnlyRefusals, test } from "./test";

/**
 * The server keeps what earlier runs made, so every run makes a company of its own, with a name as companies have. By chance and
 * not by the time: names that differ in two letters are taken for one that was mistyped.
 */
function company() {
  const letters = "bcdfghjklmnprstvwz";
  const letter = () => letters.charAt(Math.floor(Math.random() * letters.length));
  const word = Array.from({ length: 12 }, letter).join("");
  return `Quillfeather ${word.charAt(0).toUpperCase()}${word.slice(1)} LLC`;
}

async function ask(page: Page, query: string) {
  await page.getByRole("textbox", { name: /Ask about accounts/ }).fill(query);
  await page.keyboard.press("Enter");
}

/** Tells of a company nobody knows, and confirms that it is new. */
async function create(page: Page, name: string) {
  await page.goto("/accounts");
  await ask(page, `Mark ${name} as Submitted`);
  // Accounts of other tests may have a name that is near.
  const dialog = page.getByRole("dialog", { name: /^(Create|Which account is) / });
  await expect(dialog.getByText(/expires in/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("radio", { name: `New: ${name}` }).check();
  await dialog.getByRole("button", { name: "Create account" }).click();
  const card = page.getByRole("region", { name });
  await expect(card.getByText("New account", { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
}

test("an account is created, changed with its proof, asked about, and has a timeline", async ({ page }) => {
  const name = company();
  await create(page, name);

  await ask(page, `Mark ${name} as Quoted, premium $2,600`);
  const card = page.getByRole("region", { name });
  await expect(card.locator("del").filter({ hasText: "Submitted" })).toBeVisible();
  await expect(card.locator("ins").filter({ hasText: "Quoted" })).toBeVisible();
  await expect(card.locator("ins").filter({ hasText: "$2,600" })).toBeVisible();
  const proof = card.getByRole("list", { name: "Proof" });
  await expect(proof.getByRole("button", { name: /state\.md$/ })).toBeVisible();
  await expect(proof.getByRole("button", { name: /history\.md$/ })).toBeVisible();
  await expect(proof.getByText("Index updated")).toBeVisible();
  await expectAccessible(page);

  // "Its" is the account of the change before.
  await ask(page, "What is its premium?");
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer).toContainText("2,600");
  const starter = page.getByRole("region", { name: "Starter" });
  await expect(starter.getByText("A question", { exact: true })).toBeVisible();
  await expect(starter.getByRole("link", { name })).toBeVisible();
  const files = page.getByRole("list", { name: "Files" });
  await expect(files.getByRole("button", { name: /state\.md.*read/ })).toBeVisible();
  await answer
    .getByRole("list", { name: "Citations" })
    .getByRole("button", { name: /state\.md/ })
    .first()
    .click();
  await expect(page.locator("mark").filter({ hasText: /premium.*2600/ })).toBeVisible();
  await expectAccessible(page);

  await starter.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const entries = page.getByRole("list", { name: "History" }).locator("> li");
  await expect(entries).toHaveCount(3);
  await expect(entries.first().locator("ins").filter({ hasText: "$2,600" })).toBeVisible();
  await expect(entries.getByText("Verified", { exact: true })).toHaveCount(3);
  await expect(entries.last().getByText("The first entry")).toBeVisible();
  await expectAccessible(page);
});

test("a timeline leads from entry to entry, and back to a day before there was one", async ({
  page,
  complaints,
}) => {
  const name = company();
  await create(page, name);
  await ask(page, `Mark ${name} as Quoted, premium $2,600`);
  await page.getByRole("link", { name: "See the timeline" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const entries = page.getByRole("list", { name: "History" }).locator("> li");
  await entries.first().getByRole("link", { name: "Previous entry" }).click();
  await expect(entries.nth(1)).toBeInViewport();
  await expect(page).toHaveURL(/#entry-/);

  await page.getByLabel("As of").fill("2020-01-31");
  await expect(page.getByText("There was no such account yet on Jan 31, 2020.")).toBeVisible();
  await expect(entries).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect(page.getByRole("region", { name: "State" }).getByText("$2,600")).toBeVisible();
  expectOnlyRefusals(complaints, 404);
});

test("what can mean several accounts is asked back and answered", async ({ page }) => {
  await page.goto("/accounts");
  await ask(page, "What is the premium of Halyard?");
  const dialog = page.getByRole("dialog", { name: "What do you mean?" });
  await expect(dialog.getByRole("list", { name: "Accounts" }).getByRole("button")).toHaveCount(2);
  await expectAccessible(page);
  await dialog.getByLabel("Your answer").fill("What is the premium of Halyard Boat Works?");
  await dialog.getByRole("button", { name: "Answer" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("Halyard Boat Works");
});

test("an answer about all accounts lights up every folder it was read from", async ({ page }) => {
  await page.goto("/accounts");
  await ask(page, "Which five accounts have the highest premium?");
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer.getByRole("list", { name: "Citations" }).locator("> li")).toHaveCount(3);
  await answer.getByRole("button", { name: "Show 2 more files" }).click();
  await expect(answer.getByRole("list", { name: "Citations" }).locator("> li")).toHaveCount(5);
  const files = page.getByRole("list", { name: "Files" });
  await expect(files.getByRole("button", { name: /, read$/ })).toHaveCount(5);
});

test("the pipeline has the account in its stage, and the filter finds it", async ({ page }) => {
  const name = company();
  await create(page, name);
  await page.getByRole("link", { name: "Pipeline" }).click();
  await expect(page.getByText(/All accounts by stage/)).toBeVisible();
  await page.getByRole("searchbox", { name: "Filter accounts" }).fill(name);
  const column = page.getByRole("region", { name: "Submitted" });
  await expect(column.getByRole("link", { name })).toBeVisible();
  await expect(column.getByText("1 account", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await column.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("an account that is not confirmed is not created", async ({ page }) => {
  const name = company();
  await page.goto("/accounts");
  await ask(page, `Mark ${name} as Submitted`);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto("/accounts/pipeline");
  await expect(page.getByRole("heading", { level: 1, name: "Accounts" })).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the files are behind a button, and a cited line comes into view", async ({ page }) => {
    const name = company();
    await create(page, name);
    await ask(page, "What is its stage?");
    const answer = page.getByRole("region", { name: "Answer" });
    await expect(answer).toContainText("Submitted");
    await expect(page.getByRole("list", { name: "Files" })).toBeHidden();
    await page.getByRole("button", { name: /^Files/ }).click();
    await expect(page.getByRole("list", { name: "Files" })).toBeVisible();
    await answer.getByRole("list", { name: "Citations" }).getByRole("button").first().click();
    await expect(page.locator("mark").first()).toBeInViewport();
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  test("the pipeline stands in one column, and a link leads to each stage", async ({ page }) => {
    await create(page, company());
    await page.goto("/accounts/pipeline");
    const stages = page.getByRole("navigation", { name: "Stages" }).getByRole("link");
    const last = page.locator("section[id^='stage-']").last();
    await expect(last).not.toBeInViewport();
    await stages.last().click();
    await expect(last.getByRole("heading")).toBeInViewport();
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
