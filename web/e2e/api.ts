import { expect, type Page } from "@playwright/test";

interface Made {
  id: string;
}

/** Calls the API as the member whose page this is; with a whole address that of another server. */
export async function call<Answer>(page: Page, method: "GET" | "POST" | "PUT", path: string, data?: unknown) {
  const server = path.startsWith("http") ? new URL(path).origin : "";
  const me = (await (await page.request.get(`${server}/v1/me`)).json()) as { csrf_token: string };
  const response = await page.request.fetch(path, {
    method,
    headers: { "x-csrf-token": me.csrf_token, accept: "application/json" },
    ...(data !== undefined && { data }),
  });
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
  return (await response.json()) as Answer;
}

/** An agent that may text others by itself, which always asks a person first. */
export async function makeAgent(page: Page, name: string): Promise<string> {
  const { id } = await call<Made>(page, "POST", "/api/agents", { name });
  await call(page, "PUT", `/api/agents/${id}`, {
    revision: 1,
    name,
    send_mode: "autonomous",
    tools: ["text_contact", "read_history"],
  });
  return id;
}

/** Lets an agent ask whether it may text somebody. */
export async function askToText(page: Page, agentId: string, text: string) {
  const contact = await call<Made>(page, "POST", "/api/contacts", { name: `To ${text}` });
  const calls = [{ name: "text_contact", args: { contact_id: contact.id, text } }];
  await call(page, "POST", "/api/turns/debug", {
    agent_id: agentId,
    text: "Tell them.",
    script: [JSON.stringify({ messages: [], tool_calls: calls })],
  });
}
