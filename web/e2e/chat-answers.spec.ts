import type { Page } from "@playwright/test";
import { call, makeAgent } from "./api";
import { type Model, startModel } from "./model";
import { expect, test } from "./test";

/** The server keeps what earlier runs made, so every run makes names of its own. */
const unique = (name: string) => `${name} ${Date.now().toString(36)}`;

/** Begins a chat with an agent of its own that a model of the test's own speaks for. */
async function begin(page: Page, model: Model, question: string) {
  const name = unique("Porter");
  const id = await makeAgent(page, name);
  await call(page, "PUT", `/api/agents/${id}`, {
    revision: 2,
    name,
    send_mode: "autonomous",
    tools: ["text_contact"],
    model: model.name,
  });
  await page.goto("/chat");
  await page.getByLabel("Answered by").selectOption(name);
  await page.getByRole("textbox", { name: "Ask something" }).fill(question);
  await page.keyboard.press("Enter");
  return page.getByRole("region", { name: "Conversation" });
}

test("an answer is stopped, and the next question is answered", async ({ page }) => {
  const never = Array.from({ length: 600 }, () => " ");
  const model = await startModel((asked) => (asked === 0 ? never : ['{"messages":["Here it is."]}']), 100);
  const conversation = await begin(page, model, "Take your time");
  await expect.poll(model.asked).toBe(1);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Write a message" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);

  await page.getByRole("textbox", { name: "Write a message" }).fill("And now?");
  await page.keyboard.press("Enter");
  await expect(conversation.getByText("Here it is.")).toHaveCount(1);
  expect(model.asked()).toBe(2);
  await model.stop();
});

test("of two tabs that decide one decides, and the other is told", async ({ page, context }) => {
  const contact = await call<{ id: string }>(page, "POST", "/api/contacts", { name: unique("Ana") });
  const text = unique("The lift works");
  const asks = {
    messages: [],
    tool_calls: [{ name: "text_contact", args: { contact_id: contact.id, text } }],
  };
  const model = await startModel((asked) => [
    JSON.stringify(asked === 0 ? asks : { messages: ["Well then."] }),
  ]);
  const conversation = await begin(page, model, "Tell Ana");
  const approve = conversation.getByRole("button", { name: "Approve" });
  await expect(approve).toBeVisible();

  const tab = await context.newPage();
  await tab.goto(page.url());
  const other = tab.getByRole("region", { name: "Conversation" });
  // What the second tab decides is on its way until the first has decided.
  let arrives = () => {};
  const isDecided = new Promise<void>((done) => {
    arrives = done;
  });
  await tab.route("**/api/approvals/*/decision", async (route) => {
    await isDecided;
    await route.continue();
  });
  await other.getByRole("button", { name: "Deny" }).click();
  await approve.click();
  await expect(conversation.getByText("Well then.")).toHaveCount(1);
  const late = tab.waitForResponse("**/api/approvals/*/decision");
  arrives();
  expect((await late).status()).toBe(409);

  for (const seen of [conversation, other]) {
    await expect(seen.getByText("Well then.")).toHaveCount(1);
    await expect(seen.getByText(/^Approved/).first()).toBeVisible();
    await expect(seen.getByText(/^Denied/)).toHaveCount(0);
    await expect(seen.getByRole("button", { name: "Deny" })).toHaveCount(0);
  }
  expect(model.asked()).toBe(2);
  await tab.close();
  await model.stop();
});
