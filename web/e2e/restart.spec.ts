import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { startModel } from "./model";
import { freePort, kill, serve } from "./program";

const words = Array.from({ length: 24 }, (_, number) => `word${String(number).padStart(3, "0")}`);

test.use({ storageState: { cookies: [], origins: [] } });

test("a server that is killed in the middle of an answer gives it whole and once", async ({ page }) => {
  test.setTimeout(120_000);
  const home = await mkdtemp(join(tmpdir(), "steward-"));
  const model = await startModel(() => words.map((word) => ` ${word}`), 150);
  const port = await freePort();
  const settings = { STEWARD_MODEL: model.name, STEWARD__MODELS__NATIVE_TOOLS: model.name };
  const first = await serve(home, port, "Sign in: ", settings);
  await page.goto(first.line);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Needs you" })).toBeVisible();

  await page.goto(`http://127.0.0.1:${port}/chat`);
  await page.getByRole("textbox", { name: "Ask something" }).fill("Tell me everything");
  await page.keyboard.press("Enter");
  const conversation = page.getByRole("region", { name: "Conversation" });
  await expect(conversation.getByText(/word003/)).toBeVisible();
  await kill(first.child);
  const second = await serve(home, port, "Listening on ", settings);

  await expect(conversation.getByText(new RegExp(words.join("\\s+")))).toBeVisible({ timeout: 60_000 });
  await expect(conversation.getByRole("article")).toHaveCount(2);
  await expect(conversation.getByText(/word000/)).toHaveCount(1);
  await page.reload();
  await expect(conversation.getByText(new RegExp(words.join("\\s+")))).toBeVisible();
  await expect(conversation.getByRole("article")).toHaveCount(2);
  expect(model.asked()).toBe(2);

  await kill(second.child);
  await model.stop();
  await rm(home, { recursive: true });
});
