import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { suggestion } from "@/test/fixtures";
import { mariaDetail, mariaThread, questionIn, serveInbox } from "@/test/inbox";
import { renderApp } from "@/test/render";
import { failure, page, server, signedInAs } from "@/test/server";

let bodies: unknown[] = [];
let inbox: ReturnType<typeof serveInbox>;

beforeEach(() => {
  bodies = [];
  let open = [suggestion];
  signedInAs();
  inbox = serveInbox([questionIn], {
    ...mariaDetail,
    thread: { ...mariaThread, waiting_suggestion: true },
  });
  server.use(
    http.get("*/api/suggestions", () => page(open)),
    http.post("*/api/suggestions/su-1/:act", async ({ request, params }) => {
      const text = await request.text();
      bodies.push([params.act, text ? JSON.parse(text) : null]);
      open = [];
      return HttpResponse.json(suggestion);
    }),
  );
});

const drafts = async () =>
  within(await screen.findByRole("region", { name: "Front desk agent would answer" }));
const composer = () => screen.findByRole("textbox", { name: "Write to Maria Santos" });
const gone = () => waitFor(() => expect(screen.queryByRole("region", { name: /would answer/ })).toBeNull());

test("a drafted reply is sent as it is", async () => {
  const { user } = renderApp("/inbox/t-1");
  const card = await drafts();
  await user.click(card.getByRole("radio", { name: /Could you come at six/ }));
  await user.click(card.getByRole("button", { name: "Send" }));
  await gone();
  expect(bodies).toEqual([["send", { option: 1 }]]);
});

test("a drafted reply is taken over, changed and sent as what it was", async () => {
  const { user } = renderApp("/inbox/t-1");
  const card = await drafts();
  await user.click(card.getByRole("button", { name: "Use this reply" }));
  expect(await composer()).toHaveValue("Yes, at five.");
  expect(await composer()).toHaveFocus();
  await user.type(await composer(), " See you!{Enter}");
  await gone();
  expect(await composer()).toHaveValue("");
  expect(bodies).toEqual([["send", { option: 0, text: "Yes, at five. See you!" }]]);
  expect(inbox.calls).toEqual([]);
});

test("another reply takes the place of the first, and own words stay before it", async () => {
  const { user } = renderApp("/inbox/t-1");
  const card = await drafts();
  await user.click(card.getByRole("button", { name: "Use this reply" }));
  await user.click(card.getByRole("radio", { name: /Could you come at six/ }));
  await user.click(card.getByRole("button", { name: "Use this reply" }));
  expect(await composer()).toHaveValue("Could you come at six?");
  await user.clear(await composer());
  await user.type(await composer(), "Hi Maria,");
  await user.click(card.getByRole("button", { name: "Use this reply" }));
  expect(await composer()).toHaveValue("Hi Maria,\nCould you come at six?");
});

test("a reply that was overtaken becomes one's own words", async () => {
  const message = "Something was said since that these do not answer. Look at the conversation.";
  server.use(http.post("*/api/suggestions/su-1/send", () => failure(409, { code: "conflict", message })));
  const { user } = renderApp("/inbox/t-1");
  await user.click((await drafts()).getByRole("button", { name: "Use this reply" }));
  await user.type(await composer(), "{Enter}");
  expect(await screen.findByText(message)).toBeVisible();
  expect(await composer()).toHaveValue("Yes, at five.");
  await user.type(await composer(), "{Enter}");
  await waitFor(() =>
    expect(inbox.calls).toEqual([["messages", { text: "Yes, at five.", client_id: expect.any(String) }]]),
  );
});

test("none of the drafts is sent", async () => {
  const { user } = renderApp("/inbox/t-1");
  await user.click((await drafts()).getByRole("button", { name: "Send none" }));
  expect(await screen.findByText("Put aside. Nothing was sent.")).toBeVisible();
  await gone();
  expect(bodies).toEqual([["dismiss", null]]);
});
