// `useChat` on a page that React draws, of whichever version is installed in the folder that is named.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, url, token, text] = process.argv.slice(2);
const installed = createRequire(`${folder}/`);
const load = async (name) => import(pathToFileURL(installed.resolve(name)));

const { JSDOM } = await load("jsdom");
const { window } = new JSDOM("<main></main>", { url });
const { document, navigator } = window;
for (const [name, value] of Object.entries({ window, document, navigator, IS_REACT_ACT_ENVIRONMENT: true })) {
  // Later versions of Node have a navigator of their own, which cannot be assigned.
  Object.defineProperty(globalThis, name, { value, configurable: true });
}
const { default: React } = await load("react");
const { createRoot } = await load("react-dom/client");
const { DefaultChatTransport } = await load("ai");
const { useChat } = await load("@ai-sdk/react");

const transport = new DefaultChatTransport({
  api: `${url}/api/chat`,
  headers: { Authorization: `Bearer ${token}` },
});
let chat;
function Page() {
  chat = useChat({ id: "hook", transport });
  const said = chat.messages.map(({ id, role, parts }) => {
    const texts = parts.filter(({ type }) => type === "text").map((part) => part.text);
    return React.createElement("p", { key: id }, `${role}: ${texts.join("")}`);
  });
  return [React.createElement("h1", { key: "status" }, chat.error?.message ?? chat.status), ...said];
}
const shown = () => [...document.querySelectorAll("h1, p")].map((line) => line.textContent);

const root = createRoot(document.querySelector("main"));
await React.act(async () => root.render(React.createElement(Page)));
assert.deepEqual(shown(), ["ready"]);
await React.act(async () => chat.sendMessage({ text: "Hi" }));
assert.deepEqual(shown(), ["ready", "user: Hi", `assistant: ${text}`]);
await React.act(async () => chat.regenerate());
assert.deepEqual(shown(), ["ready", "user: Hi", `assistant: ${text}`]);
await React.act(async () => chat.sendMessage({ text: "" }));
assert.notEqual(shown()[0], "ready", "what is refused is shown");
process.exit(0);
