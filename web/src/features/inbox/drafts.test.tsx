import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Suggestion } from "@/api/types";
import { FakeEventSource } from "@/test/events";
import { grace, suggestion } from "@/test/fixtures";
import { answerOut, mariaDetail, mariaThread, questionIn, serveInbox } from "@/test/inbox";
import { renderApp } from "@/test/render";
import { failure, page, server, signedInAs } from "@/test/server";

let bodies: unknown[] = [];
let inbox: ReturnType<typeof serveInbox>;
let kept: Suggestion;

beforeEach(() => {
  bodies = [];
  kept = suggestion;
  signedInAs();
  inbox = serveInbox([questionIn], {
    ...mariaDetail,
    thread: { ...mariaThread, waiting_suggestion: true },
  });
  server.use(
    http.get("*/api/suggestions", () => page(kept.state === "waiting" ? [kept] : [])),
    http.get("*/api/suggestions/su-1", () => HttpResponse.json(kept)),
    http.post("*/api/suggestions/su-1/:act", async ({ request, params }) => {
      const text = await request.text();
      bodies.push([params.act, text ? JSON.parse(text) : null]);
      kept = { ...kept, state: params.act === "send" ? "sent" : "dismissed", decided_by: "m-ada" };
      return HttpResponse.json(kept);
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

/** Takes the first draft over, and lets something happen to it before it is sent. */
async function overtaken(change: Partial<Suggestion>) {
  const { user } = renderApp("/inbox/t-1");
  await user.click((await drafts()).getByRole("button", { name: "Use this reply" }));
  expect(screen.getByText(/Drafted by the agent\./)).toBeVisible();
  kept = { ...kept, ...change };
  FakeEventSource.newest.tell("agent.suggestion", "1");
  return user;
}

const noticed = async (words: RegExp) => {
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByText(/Drafted by the agent\./)).toBeNull();
  expect(await composer()).toHaveValue("Yes, at five.");
};
const asOwn = [["messages", { text: "Yes, at five.", client_id: expect.any(String) }]];

test("a reply that somebody else has sent is sent again only by a second decision", async () => {
  server.use(http.get("*/api/members", () => page([grace])));
  const user = await overtaken({ state: "sent", decided_by: grace.id });
  await noticed(/^Grace Hopper answered meanwhile with one of the drafts\. Send this as your own words\?$/);
  await user.type(await composer(), "{Enter}");
  await noticed(/^Not sent\. Grace Hopper answered meanwhile/);
  expect([bodies, inbox.calls]).toEqual([[], []]);
  await user.click(screen.getByRole("button", { name: "Send anyway" }));
  await waitFor(async () => expect(await composer()).toHaveValue(""));
  expect([bodies, inbox.calls]).toEqual([[], asOwn]);
  expect(screen.queryByRole("button", { name: "Send anyway" })).toBeNull();
});

test("a reply to what is no longer the last is not sent without a word", async () => {
  const user = await overtaken({ state: "outdated", outdated_by: "newer_text" });
  await noticed(/^They wrote again meanwhile/);
  await user.click(screen.getByRole("button", { name: "Send" }));
  await noticed(/^Not sent\. They wrote again meanwhile/);
  expect([bodies, inbox.calls]).toEqual([[], []]);
});

test("who answered in their own words is named", async () => {
  server.use(http.get("*/api/members", () => page([grace])));
  const since = { at: "2026-02-04T10:00:00Z", by: "member" as const, agent_id: null, ai_origin: null };
  inbox.messages = [{ ...answerOut, ...since, member_id: grace.id }, questionIn];
  await overtaken({ state: "outdated", outdated_by: "team_reply" });
  await noticed(/^Grace Hopper answered meanwhile\. /);
});

test("a reply that is refused because it was overtaken stays, and is sent by a second decision", async () => {
  const message = "Something was said since that these do not answer. Look at the conversation.";
  server.use(http.post("*/api/suggestions/su-1/send", () => failure(409, { code: "conflict", message })));
  const { user } = renderApp("/inbox/t-1");
  await user.click((await drafts()).getByRole("button", { name: "Use this reply" }));
  await user.type(await composer(), "{Enter}");
  await noticed(/^Not sent\. Something was said since/);
  await user.type(await composer(), "{Enter}");
  expect(inbox.calls).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Send anyway" }));
  await waitFor(() => expect(inbox.calls).toEqual(asOwn));
});

test("whoever puts the drafts aside goes on with their own words", async () => {
  const { user } = renderApp("/inbox/t-1");
  const card = await drafts();
  await user.click(card.getByRole("button", { name: "Use this reply" }));
  await user.click(card.getByRole("button", { name: "Send none" }));
  await gone();
  await user.type(await composer(), "{Enter}");
  await waitFor(() => expect(inbox.calls).toEqual(asOwn));
});

test("none of the drafts is sent", async () => {
  const { user } = renderApp("/inbox/t-1");
  await user.click((await drafts()).getByRole("button", { name: "Send none" }));
  expect(await screen.findByText("Put aside. Nothing was sent.")).toBeVisible();
  await gone();
  expect(bodies).toEqual([["dismiss", null]]);
});
