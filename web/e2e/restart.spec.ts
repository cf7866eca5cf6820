import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "@playwright/test";
import { close, listen, startModel } from "./model";

const words = Array.from({ length: 24 }, (_, number) => `word${String(number).padStart(3, "0")}`);

test.use({ storageState: { cookies: [], origins: [] } });

test("a server that is killed in the middle of an answer gives it whole and once", async ({ page }) => {
  test.setTimeout(120_000);
  const home = await mkdtemp(join(tmpdir(), "steward-"));
  const model = await startModel(() => words.map((word) => ` ${word}`), 150);
  const port = await freePort();
  const first = await serve(home, port, model.name, "Sign in: ");
  await page.goto(first.line);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Needs you" })).toBeVisible();

  await page.goto(`http://127.0.0.1:${port}/chat`);
  await page.getByRole("textbox", { name: "Ask something" }).fill("Tell me everything");
  await page.keyboard.press("Enter");
  const conversation = page.getByRole("region", { name: "Conversation" });
  await expect(conversation.getByText(/word003/)).toBeVisible();
  await kill(first.child);
  const second = await serve(home, port, model.name, "Listening on ");

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

/** Starts a server of the test's own, which it may kill, and waits for a line that it prints. */
async function serve(home: string, port: number, model: string, prefix: string) {
  const child = spawn(
    process.env.STEWARD_PROGRAM ?? "",
    ["serve", "--home", home, "--listen", `127.0.0.1:${port}`],
    {
      cwd: home,
      env: { PATH: process.env.PATH, STEWARD_MODEL: model, STEWARD__MODELS__NATIVE_TOOLS: model },
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const lines = createInterface({ input: child.stdout });
  const line = await new Promise<string>((found, failed) => {
    lines.on("line", (line) => line.startsWith(prefix) && found(line.slice(prefix.length)));
    child.once("exit", () => failed(new Error(`the server ended before it printed "${prefix}"`)));
  });
  return { child, line };
}

async function kill(child: ChildProcess) {
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await ended;
}

async function freePort() {
  const server = createServer();
  const port = await listen(server);
  await close(server);
  return port;
}
