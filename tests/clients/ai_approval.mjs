// The AI SDK's own way to be asked and to decide, of whichever version is installed in the folder that is named.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const [folder, url, token, agent, text] = process.argv.slice(2);
const installed = createRequire(`${folder}/`);
const load = async (name) => import(pathToFileURL(installed.resolve(name)));
const { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } = await load("ai");
const { Chat } = await load("@ai-sdk/react");

for (const approved of [true, false]) {
  const errors = [];
  const it = new Chat({
    id: crypto.randomUUID(),
    transport: new DefaultChatTransport({
      api: `${url}/api/chat`,
      headers: { Authorization: `Bearer ${token}` },
      body: { agent_id: agent },
    }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    onError: (error) => errors.push(error),
  });
  const parts = () => it.messages.at(-1).parts;
  await it.sendMessage({ text: "Tell them." });
  assert.deepEqual(errors, []);
  const asked = parts().find((part) => part.state === "approval-requested");
  assert.ok(asked, JSON.stringify(it.messages));
  assert.equal(asked.toolName, "text_contact");

  await it.addToolApprovalResponse({ id: asked.approval.id, approved });
  const isAnswered = () => it.status === "ready" && parts().some((part) => part.text === text);
  while (!isAnswered() && errors.length === 0) await setTimeout(20);
  assert.deepEqual(errors, []);
  // The message that asked goes on: there is one answer, and its call has come to its end.
  assert.deepEqual(
    it.messages.map(({ role }) => role),
    ["user", "assistant"],
  );
  const called = parts().find((part) => part.toolCallId === asked.toolCallId);
  assert.equal(called.state, approved ? "output-available" : "output-denied");
}
