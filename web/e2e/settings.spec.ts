import { expect, test } from "./test";

/** The server keeps what earlier runs made, so every run makes names of its own. */
const unique = (name: string) => `${name} ${Date.now().toString(36)}`;

test("an API key is created, shown once and revoked", async ({ page }) => {
  const name = unique("Import");
  await page.goto("/settings/keys");
  await page.getByRole("button", { name: "Create key" }).click();
  const form = page.getByRole("dialog", { name: "Create an API key" });
  await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Create key" }).click();

  const created = page.getByRole("dialog", { name: `${name} was created` });
  const token = await created.getByLabel("API key").inputValue();
  expect(token.length).toBeGreaterThan(20);
  await created.getByRole("button", { name: "Done" }).click();

  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toBeVisible();
  await page.reload();
  await expect(row).toBeVisible();
  expect(await page.content()).not.toContain(token);

  await row.getByRole("button", { name: `Revoke ${name}` }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(row.getByRole("button")).toHaveCount(0);
});

test("a member is invited, signs in with the link and is deleted", async ({ page, browser, baseURL }) => {
  const name = unique("Linus");
  await page.goto("/settings/members");
  await page.getByRole("button", { name: "Invite member" }).click();
  const form = page.getByRole("dialog", { name: "Invite a member" });
  await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Add and create link" }).click();
  const added = page.getByRole("dialog", { name: `${name} was added` });
  const link = new URL(await added.getByLabel("Sign-in link").inputValue());
  await added.getByRole("button", { name: "Done" }).click();

  const theirs = await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL });
  const other = await theirs.newPage();
  await other.goto(link.pathname + link.search + link.hash);
  await other.getByRole("button", { name: "Continue" }).click();
  await expect(other.getByRole("button", { name: `${name}, member: open menu` })).toBeVisible();
  await other.goto("/settings/members");
  await expect(other.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
  await expect(other.getByRole("button", { name: "Invite member" })).toHaveCount(0);
  await theirs.close();

  await page.getByRole("link", { name }).click();
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByLabel(/to confirm/).fill(name);
  await page.getByRole("button", { name: "Delete member" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
});

test("a contact is added, found and forgotten", async ({ page }) => {
  const name = unique("Maria");
  await page.goto("/settings/contacts");
  await page.getByRole("button", { name: "Add contact" }).click();
  const form = page.getByRole("dialog", { name: "Add a contact" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Email").fill(`${name.replace(" ", ".").toLowerCase()}@example.com`);
  await form.getByRole("button", { name: "Add contact" }).click();

  await page.getByRole("searchbox").fill(name);
  await page.getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Forget contact" }).click();
  await page.getByLabel(/to confirm/).fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Forget contact" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Forgotten contact" })).toBeVisible();

  await page.getByRole("button", { name: "Delete contact" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete contact" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contacts" })).toBeVisible();
});

test("a line is added, renamed and deleted", async ({ page }) => {
  const label = unique("Leasing");
  await page.goto("/settings/lines");
  await page.getByRole("button", { name: "Add line" }).click();
  const form = page.getByRole("dialog", { name: "Add a line" });
  await form.getByLabel("Kind").selectOption("mailbox");
  await form.getByLabel("Address").fill(`${label.replace(" ", ".").toLowerCase()}@example.com`);
  await form.getByLabel("Label").fill(label);
  await form.getByRole("button", { name: "Add line" }).click();

  await page.getByRole("button", { name: `Edit ${label}` }).click();
  await page.getByRole("dialog").getByLabel("Label").fill(`${label} desk`);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: `Delete ${label} desk` }).click();
  await page.getByRole("button", { name: "Delete line" }).click();
  await expect(page.getByText(`${label} desk`, { exact: true })).toHaveCount(0);
});

test("your own agent is changed, and nothing unsaved is lost unasked", async ({ page, complaints }) => {
  const style = unique("In two sentences");
  await page.goto("/settings/agent");
  const save = page.getByRole("button", { name: "Save" });
  await expect(save).toBeDisabled();
  await page.getByRole("checkbox", { name: /Enabled/ }).check();
  await page.getByLabel("Style").fill(style);
  await page.getByLabel("Time zone").fill("Atlantis/Poseidonis");
  await page.getByRole("link", { name: "Profile" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stay here" }).click();

  await save.click();
  await expect(page.getByText(/must be the name of a time zone/)).toBeVisible();
  // The browser reports the refusal, which is what this test asks for.
  expect(complaints.filter((text) => !/ 4\d\d /.test(text))).toEqual([]);
  complaints.length = 0;
  await page.getByLabel("Time zone").fill("Europe/Vienna");
  await save.click();
  await expect(page.getByText("Your agent was saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Style")).toHaveValue(style);
  await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Vienna");
  await expect(page.getByRole("checkbox", { name: /Enabled/ })).toBeChecked();
  await page.getByRole("link", { name: "Profile" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
});
