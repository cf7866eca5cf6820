import { call, makeAgent } from "./api";
import { expectAccessible } from "./axe";
import { expect, test } from "./test";

/** The server keeps what earlier runs made, so every run makes names of its own. */
const unique = (name: string) => `${name} ${Date.now().toString(36)}`;

for (const colorScheme of ["light", "dark"] as const) {
  test(`a chat is begun, kept, renamed and deleted in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const question = unique("Is anybody there?");
    await page.goto("/chat");
    await page.getByRole("textbox", { name: "Ask something" }).fill(question);
    await page.keyboard.press("Enter");
    const conversation = page.getByRole("region", { name: "Conversation" });
    const card = conversation.getByRole("region", { name: "Ask for a person" });
    await expect(card.getByText(/No language model is set up/)).toBeVisible();
    await expect(conversation.getByRole("article", { name: "You", exact: true })).toHaveText(question);
    await expect(page.getByRole("heading", { level: 1, name: question })).toBeVisible();
    await expectAccessible(page);

    await page.reload();
    await expect(card.getByText(/No language model is set up/)).toBeVisible();
    await expect(conversation.getByRole("article")).toHaveCount(2);
    await expect(conversation.getByRole("link", { name: "How this came about" })).toBeVisible();

    const title = unique("Renamed");
    const list = page.getByRole("list", { name: "Chats" });
    await list.getByRole("button", { name: `Options of ${question}` }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("textbox", { name: /^New title of/ }).fill(title);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();

    await conversation.getByRole("link", { name: "How this came about" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /turn 1$/ })).toBeVisible();
    await page.goBack();

    await list.getByRole("button", { name: `Options of ${title}` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete chat" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "New chat" })).toBeVisible();
    await expect(list.getByRole("link", { name: title })).toHaveCount(0);
  });
}

test("a chat with a chosen agent goes on, and asks again", async ({ page }) => {
  const agent = unique("Concierge");
  await makeAgent(page, agent);
  await page.goto("/chat");
  await page.getByLabel("Answered by").selectOption(agent);
  await page.getByRole("textbox", { name: "Ask something" }).fill("One");
  await page.getByRole("button", { name: "Send" }).click();
  const conversation = page.getByRole("region", { name: "Conversation" });
  const answers = conversation.getByRole("article", { name: agent });
  await expect(answers).toHaveCount(1);
  await page.getByRole("textbox", { name: "Write a message" }).fill("Two");
  await page.keyboard.press("Enter");
  await expect(answers).toHaveCount(2);
  const asked = page.waitForResponse("**/api/chat");
  await conversation.getByRole("button", { name: "Ask again" }).click();
  expect((await asked).request().postDataJSON()).toMatchObject({ trigger: "regenerate-message" });
  const said = conversation.getByRole("article", { name: "You", exact: true });
  await expect(conversation.getByRole("button", { name: "Ask again" })).toBeVisible();
  await expect(said).toHaveText(["One", "Two"]);
  await page.reload();
  await expect(answers.last()).toBeVisible();
  await expect(said).toHaveText(["One", "Two"]);
});

test("an answer that came from elsewhere turns up without a reload", async ({ page }) => {
  const question = unique("From this page");
  await page.goto("/chat");
  await page.getByRole("textbox", { name: "Ask something" }).fill(question);
  await page.keyboard.press("Enter");
  const conversation = page.getByRole("region", { name: "Conversation" });
  await expect(conversation.getByRole("link", { name: "How this came about" })).toBeVisible();
  const id = page.url().split("/").at(-1);
  const me = await call<{ csrf_token: string }>(page, "GET", "/v1/me");
  await page.request.post("/api/chat", {
    headers: { "x-csrf-token": me.csrf_token },
    data: {
      id,
      message: { id: "elsewhere", role: "user", parts: [{ type: "text", text: "From elsewhere" }] },
    },
  });
  const said = conversation.getByRole("article", { name: "You", exact: true });
  await expect(said).toHaveText([question, "From elsewhere"], { timeout: 30_000 });
});

test("on a phone the chats are in a drawer", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 390, height: 844 });
  const question = unique("On the way");
  await page.goto("/chat");
  await page.getByRole("textbox", { name: "Ask something" }).fill(question);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("heading", { level: 1, name: question })).toBeVisible();
  await page.getByRole("link", { name: "New chat" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New chat" })).toBeVisible();
  await page.getByRole("button", { name: "Open your chats" }).click();
  const drawer = page.getByRole("dialog", { name: "Your chats" });
  await expectAccessible(page);
  await drawer.getByRole("link", { name: question }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: question })).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
