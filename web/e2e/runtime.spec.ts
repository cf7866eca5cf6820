import { askToText, call, makeAgent } from "./api";
import { expectAccessible } from "./axe";
import { expect, test } from "./test";

/** The server keeps what earlier runs made, so every run makes names of its own. */
const unique = (name: string) => `${name} ${Date.now().toString(36)}`;

test("an agent is made, tried and followed", async ({ page }) => {
  const name = unique("Concierge");
  await page.goto("/agents");
  await page.getByRole("button", { name: "Add agent" }).click();
  const form = page.getByRole("dialog", { name: "Add an agent" });
  await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Add agent" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  await page.getByRole("checkbox", { name: /Read the history/ }).check();
  await page.getByRole("radio", { name: /Autonomous/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Let it send" }).click();
  await expect(page.getByText("The agent was saved.")).toBeVisible();

  await page.getByLabel("Say something").fill("What is new?");
  await page.getByText("Answer from a script").click();
  const look = { messages: ["Let me look."], tool_calls: [{ name: "read_history", args: {} }] };
  await page.getByRole("textbox", { name: "Script" }).fill(`${JSON.stringify(look)}\nNothing is new.`);
  await page.getByRole("button", { name: "Run" }).click();
  const log = page.getByRole("log");
  await expect(log.getByText("Let me look.")).toBeVisible();
  await expect(log.getByText(/#1 user: .*What is new\?/)).toBeVisible();
  await expect(log.getByText(/Complete: 2 model calls, 1 tool call/)).toBeVisible();
  await expectAccessible(page);

  await log.getByRole("link", { name: "See the turn" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${name}, turn 1` })).toBeVisible();
  await expect(page.getByText("Used tools", { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: /^2\. Used tools/ })).toBeVisible();
  await page.getByRole("button", { name: "Replay" }).click();
  await expect(page.getByText(/Everything is as it was: 2 questions/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("link", { name: "Activity", exact: true }).last().click();
  const row = page.getByRole("list", { name: "Turns" }).getByRole("listitem");
  await expect(row).toHaveCount(1);
  await expect(row.getByText("Completed")).toBeVisible();
});

test("a question is approved with changes, and the turn that follows is there", async ({ page }) => {
  const text = unique("Your parcel is here");
  const agent = await makeAgent(page, unique("Porter"));
  await askToText(page, agent, text);
  await page.goto("/needs-you");
  const card = page.getByRole("listitem").filter({ hasText: text }).last();
  await expect(card.getByRole("heading", { name: "Text somebody else" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Needs you.*waiting$/ })).toBeVisible();
  await card.getByText("Exactly as called").click();
  await expect(card.getByText(`"text":"${text}"}`)).toBeVisible();
  await expectAccessible(page);

  await card.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("text").fill(`${text}, at the desk.`);
  await dialog.getByRole("button", { name: "Approve with changes" }).click();
  await expect(page.getByText("Approved. The agent goes on.")).toBeVisible();
  await expect(card).toHaveCount(0);

  await page.goto(`/activity?agent=${agent}`);
  await expect(page.getByText("Asked for approval")).toBeVisible();
  await expect(page.getByRole("list", { name: "Turns" }).getByRole("listitem")).toHaveCount(2);
});

test("a question that somebody else decides says so without a reload", async ({ page }) => {
  const text = unique("The boiler is inspected");
  await askToText(page, await makeAgent(page, unique("Porter")), text);
  await page.goto("/needs-you");
  const card = page.getByRole("listitem").filter({ hasText: text }).last();
  await expect(card.getByRole("button", { name: "Approve" })).toBeVisible();

  type Open = { items: { id: string; arguments: { text: string } }[] };
  const open = await call<Open>(page, "GET", "/api/approvals?open=true");
  const id = open.items.find((approval) => approval.arguments.text === text)?.id;
  await call(page, "POST", `/api/approvals/${id}/decision`, { decision: "deny" });
  await expect(page.getByText(/denied this/)).toBeVisible({ timeout: 30_000 });
  await expect(card).toHaveCount(0);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText(/denied this/)).toHaveCount(0);
});

test("an agent asks for a person, who notes that they have seen to it", async ({ page }) => {
  const reason = unique("A tenant is upset");
  const agent = await makeAgent(page, unique("Porter"));
  const calls = [{ name: "escalate_to_user", args: { reason } }];
  const answers = [
    { messages: [], tool_calls: calls },
    { messages: [], tool_calls: [{ name: "done", args: {} }] },
  ];
  await call(page, "POST", "/api/turns/debug", {
    agent_id: agent,
    text: "They shout.",
    script: answers.map((answer) => JSON.stringify(answer)),
  });
  await page.goto("/needs-you");
  const card = page.getByRole("listitem").filter({ hasText: reason }).last();
  await card.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Noted.")).toBeVisible();
  await expect(card).toHaveCount(0);
});

test("a schedule is added, switched off and on, and deleted", async ({ page, complaints }) => {
  const name = unique("Morning round");
  const agent = unique("Porter");
  await makeAgent(page, agent);
  await page.goto("/schedules");
  await page.getByRole("button", { name: "Add schedule" }).click();
  const form = page.getByRole("dialog", { name: "Add a schedule" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Agent").selectOption(agent);
  await form.getByLabel("What it is told").fill("Look at what came in.");
  await form.getByLabel("When").selectOption("By a cron line");
  await form.getByLabel("Cron line").fill("99 9 * * *");
  await form.getByRole("button", { name: "Add schedule" }).click();
  await expect(form.getByRole("alert").filter({ hasText: "This cannot be used" })).toBeVisible();
  // The browser reports the refusal, which is what this test asks for.
  expect(complaints.filter((text) => !text.includes("422"))).toEqual([]);
  complaints.length = 0;
  await expectAccessible(page);
  await form.getByLabel("When").selectOption("Monday to Friday");
  await form.getByRole("button", { name: "Add schedule" }).click();

  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row.getByText(/Monday to Friday at 09:00/)).toBeVisible();
  await row.getByRole("button", { name: `Switch off ${name}` }).click();
  await expect(row.getByText("Off", { exact: true })).toBeVisible();
  await row.getByRole("button", { name: `Switch on ${name}` }).click();
  await expect(row.getByText("Off", { exact: true })).toHaveCount(0);
  await row.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("button", { name: "Delete schedule" }).click();
  await expect(row).toHaveCount(0);
});
