import type { Page } from "@playwright/test";
import { call, makeAgent } from "./api";
import { expectAccessible } from "./axe";
import { pdfOf } from "./pdf";
import { expect, test } from "./test";

/** The server keeps what earlier runs made, so every run makes names and words of its own. */
const unique = (name: string) => `${name}${Date.now().toString(36)}`;

/** The rows of a list, without the tags in them, which are lists too. */
const rowsOf = (page: Page, name: string) => page.getByRole("list", { name }).locator("> li");

/** What was written is found soon, but not at once. */
async function findInMemory(page: Page, query: string, scope = "") {
  await expect(async () => {
    await page.goto(`/memory/search?q=${query}${scope}`);
    await expect(page.getByRole("list", { name: "Results" }).locator("mark").first()).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  return page.getByRole("list", { name: "Results" }).getByRole("listitem").first();
}

test("a block is made, changed, compared, undone and deleted", async ({ page }) => {
  const label = unique("rules-");
  await page.goto("/memory");
  await page.getByRole("button", { name: "New block" }).click();
  const form = page.getByRole("dialog", { name: "New block" });
  await form.getByLabel("Label").fill(label);
  await form.getByLabel("Description").fill("Rules of the house.");
  await form.getByLabel("Text").fill("Tea is at four.\nNo noise after ten.");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Add block" }).click();

  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: label }) });
  await expect(card.getByText("35 of 5,000 characters")).toBeVisible();
  await card.getByRole("button", { name: `Edit ${label}` }).click();
  await expect(card.getByLabel("Text")).toBeFocused();
  await card.getByLabel("Text").fill("Tea is at five.\nNo noise after ten.");
  await expectAccessible(page);
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText("Tea is at five.")).toBeVisible();

  await card.getByRole("link", { name: `History of ${label}` }).click();
  const differences = page.getByRole("list", { name: "Differences" });
  await expect(differences.locator("del")).toHaveText("four");
  await expect(differences.locator("ins")).toHaveText("five");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Restore version 1" }).click();
  await expect(page.getByRole("link", { name: /Version 3 Present/ })).toBeVisible();

  await page.getByRole("link", { name: "Blocks", exact: true }).click();
  await expect(card.getByText("Tea is at four.")).toBeVisible();
  await card.getByRole("button", { name: `Edit ${label}` }).click();
  await card.getByLabel("Text").fill("Tea is at six.\nNo noise after ten.");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText("Tea is at six.")).toBeVisible();
  await card.getByRole("button", { name: `Undo the last change to ${label}` }).click();
  await expect(card.getByText("Tea is at four.")).toBeVisible();
  await card.getByRole("button", { name: `Delete ${label}` }).click();
  await page.getByRole("button", { name: "Delete block" }).click();
  await expect(card).toHaveCount(0);
});

test("a block that somebody else changed meanwhile is not overwritten unseen", async ({
  page,
  complaints,
}) => {
  const label = unique("shared-");
  const path = `/v1/agent/memory/blocks/${label}?scope=member`;
  await call(page, "PUT", path, { value: "Tea is at four." });
  await page.goto("/memory/blocks");
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: label }) });
  await card.getByRole("button", { name: `Edit ${label}` }).click();
  await call(page, "PUT", path, { value: "Tea is at five." });
  await card.getByLabel("Text").fill("Tea is at six.");
  await card.getByRole("button", { name: "Save" }).click();

  await expect(card.getByText("Somebody changed this block meanwhile.")).toBeVisible();
  await expect(card.getByRole("list", { name: "What changed meanwhile" }).locator("ins")).toHaveText("five");
  await expectAccessible(page);
  // The browser reports the refusal, which is what this test asks for.
  expect(complaints.filter((text) => !text.includes("409"))).toEqual([]);
  complaints.length = 0;
  await card.getByRole("button", { name: "Save mine over it" }).click();
  await expect(card.getByText("Tea is at six.")).toBeVisible();
  await expect(card.getByText(/^Version 3/)).toBeVisible();
});

test("a note is added, found by its words, and forgotten", async ({ page }) => {
  const word = unique("samovar");
  await page.goto("/memory/notes");
  const form = page.getByRole("form", { name: "Add a note" });
  await form.getByLabel("Note").fill(`The ${word} stands in the hall.`);
  await form.getByLabel("Tags").fill(`${word}, hall`);
  await form.getByRole("button", { name: "Add note" }).click();
  const note = rowsOf(page, "Notes").filter({ hasText: word });
  await expect(note).toHaveCount(1);
  await note.getByRole("link", { name: `Only notes tagged ${word}` }).click();
  await expect(page.getByText(`Only notes tagged “${word}”.`)).toBeVisible();
  await expect(rowsOf(page, "Notes")).toHaveCount(1);

  const hit = await findInMemory(page, word);
  await expect(hit.locator("mark").first()).toHaveText(word);
  await hit.getByText("Why it was found").click();
  await expect(hit.getByText("Has the words")).toBeVisible();
  await expectAccessible(page);
  await hit.getByRole("button", { name: /^Forget/ }).click();
  const dialog = page.getByRole("dialog", { name: "Forget this?" });
  await expect(dialog.getByText(`The ${word} stands in the hall.`)).toBeVisible();
  await dialog.getByRole("button", { name: "Forget" }).click();
  await expect(page.getByText("It was forgotten.")).toBeVisible();
  await expect(page.locator("mark")).toHaveCount(0);
  await page.goto(`/memory/notes?tag=${word}`);
  await expect(page.getByRole("heading", { name: "No note has this tag" })).toBeVisible();
});

test("a text and a PDF are uploaded, found, opened at the passage and deleted", async ({
  page,
  complaints,
}) => {
  const word = unique("mooring");
  const text = {
    name: `${word}.txt`,
    mimeType: "text/plain",
    buffer: Buffer.from(`The ${word} fee is due in May.`),
  };
  const pdf = {
    name: `${word}.pdf`,
    mimeType: "application/pdf",
    buffer: pdfOf(`The ${word} plan is in the office.`),
  };
  await page.goto("/memory/documents");
  await page.getByLabel("Tags for what you upload").fill(word);
  await page.getByLabel("Files to upload").setInputFiles([text, pdf]);
  const uploads = page.getByRole("list", { name: "Uploads" }).getByRole("listitem");
  await expect(uploads.filter({ hasText: "Kept, in 1 part." })).toHaveCount(2);
  const documents = rowsOf(page, "Documents");
  await expect(documents.filter({ hasText: word })).toHaveCount(2);
  await expectAccessible(page);

  const broken = {
    name: `broken-${word}.pdf`,
    mimeType: "application/pdf",
    buffer: Buffer.from("not a PDF"),
  };
  await page.getByLabel("Files to upload").setInputFiles([broken]);
  await expect(uploads.filter({ hasText: broken.name }).getByRole("alert")).not.toBeEmpty();
  // The browser reports the refusal, which is what this test asks for.
  expect(complaints.filter((line) => !/4\d\d/.test(line))).toEqual([]);
  complaints.length = 0;

  const hit = await findInMemory(page, `${word}%20plan`, "&source=document&scope=org");
  await hit.getByRole("link", { name: /, part 1$/ }).click();
  await expect(page.locator("[aria-current=true]").filter({ hasText: `The ${word} plan` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("button", { name: "Delete document" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Memory" })).toBeVisible();
  await expect(documents.filter({ hasText: `${word}.pdf` })).toHaveCount(0);
  await expect(documents.filter({ hasText: `${word}.txt` })).toHaveCount(1);
});

test("a conversation shows what its next turn starts from", async ({ page }) => {
  const agent = await makeAgent(page, unique("Keeper "));
  await call(page, "POST", "/api/turns/debug", {
    agent_id: agent,
    text: "The ferry leaves at noon.",
    script: ["Noted."],
  });
  await page.goto(`/activity?agent=${agent}`);
  await page.getByRole("list", { name: "Turns" }).getByRole("link").first().click();
  await page.getByRole("link", { name: "Memory of the conversation" }).click();
  const start = page.getByRole("region", { name: "What the next turn starts from" });
  await expect(start.getByText(/ of [\d,]+ tokens\.$/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "No summaries yet" })).toBeVisible();
  await expectAccessible(page);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("whose memory is shown is chosen by name", async ({ page }) => {
    const name = unique("Marina ");
    const { id } = await call<{ id: string }>(page, "POST", "/api/contacts", { name });
    await page.goto("/memory/notes");
    await page.getByRole("button", { name: /^Whose memory: Mine/ }).click();
    await page.getByRole("combobox").fill(name);
    await expect(page.getByRole("option", { name })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`scope=contact(:|%3A)${id}`));
    await expect(page.getByRole("button", { name: `Whose memory: ${name}. Change` })).toBeVisible();
    await expect(page.getByRole("heading", { name: "No notes" })).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

test("what an agent found in memory opens the conversation it was said in", async ({ page }) => {
  const word = unique("marmot");
  const { id } = await call<{ id: string }>(page, "POST", "/api/agents", { name: unique("Finder") });
  const settings = { name: "Finder", send_mode: "suggest", tools: ["memory"] };
  await call(page, "PUT", `/api/agents/${id}`, { revision: 1, ...settings });
  const say = (text: string, ...script: unknown[]) =>
    call<{ turn: { id: string } }>(page, "POST", "/api/turns/debug", {
      agent_id: id,
      text,
      script: script.map((line) => JSON.stringify(line)),
    });
  await say(`The ${word} sleeps in winter.`, { messages: ["Noted."], tool_calls: [] });
  await findInMemory(page, word);

  const look = { messages: [], tool_calls: [{ name: "memory_search", args: { query: word } }] };
  const { turn } = await say("Who sleeps in winter?", look, { messages: ["Somebody."], tool_calls: [] });
  await page.goto(`/activity/${turn.id}`);
  const link = page.getByRole("link", { name: /^Message of/ });
  const found = page
    .getByRole("listitem")
    .filter({ hasText: `The ${word} sleeps`, has: link })
    .last();
  await found.getByRole("link", { name: /^Message of/ }).click();
  await expect(page).toHaveURL(/\/threads\/[^/]+\/messages\?at=/);
  const messages = page.getByRole("list", { name: "Messages" });
  await expect(messages.locator("[aria-current]")).toContainText(`The ${word} sleeps in winter.`);
  await expectAccessible(page);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(turn.id));
});
