import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { FakeEventSource } from "@/test/events";
import { approval, grace, heldNotice, turn, turnDetail } from "@/test/fixtures";
import { answerOut, mariaDetail, mariaThread, questionIn, serveInbox } from "@/test/inbox";
import { renderApp } from "@/test/render";
import { failure, page, server, signedInAs } from "@/test/server";

beforeEach(() => signedInAs());

const messages = async () => within(await screen.findByRole("region", { name: "Messages" }));
const composer = () => screen.findByRole("textbox", { name: "Write to Maria Santos" });

test("a conversation shows who said what on which day, and what became of it", async () => {
  server.use(http.get("*/api/members", () => page([grace])));
  const byGrace = {
    ...answerOut,
    id: "e-3",
    by: "member" as const,
    member_id: grace.id,
    text: "I am Grace.",
  };
  const mine = { ...byGrace, id: "e-4", member_id: "m-ada", text: "And I am Ada.", ai_origin: null };
  serveInbox([
    { ...mine, delivery: "failed", delivery_reason: "The number does not exist." },
    { ...byGrace, ai_origin: "suggestion_edited", delivery: "sent" },
    answerOut,
    questionIn,
  ]);
  renderApp("/inbox/t-1");
  const said = await messages();
  expect(screen.getByRole("heading", { level: 1, name: "Maria Santos" })).toBeVisible();
  const days = said.getAllByRole("region");
  expect(days.map((day) => day.getAttribute("aria-label"))).toEqual(["Monday, Feb 2", "Tuesday, Feb 3"]);
  const texts = said.getAllByRole("listitem").map((item) => item.textContent);
  expect(texts[0]).toMatch(/^Is it mended\?Maria Santos/);
  expect(texts[1]).toMatch(/^It is, since noon\.Front desk agent.*Delivered$/);
  await waitFor(() => expect(said.getByText("Grace Hopper")).toBeVisible());
  expect(said.getByText(/drafted by the agent, then changed/)).toBeVisible();
  expect(texts[3]).toMatch(/^And I am Ada\.You.*Failed: The number does not exist\.$/);
});

test("the head says who answers where it is not what the line says", async () => {
  const thread = { ...mariaThread, answering: "drafts" as const, answering_agent_name: "Night desk" };
  serveInbox([questionIn], { ...mariaDetail, thread });
  renderApp("/inbox/t-1");
  await messages();
  const head = within(screen.getByRole("heading", { level: 1 }).closest("header") as HTMLElement);
  expect(head.getByText("Only drafts")).toBeVisible();
  expect(head.getByText("Answered by Night desk")).toBeVisible();
});

test("what the carrier said stands at the message, and what we make of it behind it", async () => {
  const said = "the number to send to cannot receive texts (21614)";
  const reason = "The carrier did not take it.";
  serveInbox([{ ...answerOut, delivery: "failed", delivery_reason: reason, carrier_said: said }]);
  renderApp("/inbox/t-1");
  const failed = await (await messages()).findByText(`Failed: ${said}`);
  expect(failed).toHaveAttribute("title", reason);
});

test("a text from a sender without a number says why nobody can answer it", async () => {
  const cannot_send_reason = "They cannot be answered: they wrote from a short code.";
  const thread = { ...mariaThread, contact_name: "32665" };
  serveInbox([{ ...questionIn, skipped: "unanswerable" }], {
    ...mariaDetail,
    thread,
    can_send: false,
    cannot_send_reason,
    reply_line: null,
  });
  renderApp("/inbox/t-1");
  expect(await (await messages()).findByText(/^Cannot be answered: it came from a short code/)).toBeVisible();
  expect(await screen.findByRole("textbox", { name: "Write to 32665" })).toBeDisabled();
  expect(screen.getByText(cannot_send_reason)).toBeVisible();
});

test("what waits for the contact's morning says until when and why, once", async () => {
  const waits_until = new Date(2026, 1, 3, 8).toISOString();
  const reason = "It is night where the contact is.";
  serveInbox([{ ...answerOut, delivery: "pending", delivery_reason: reason, waits_until }]);
  renderApp("/inbox/t-1");
  const [text] = (await messages()).getAllByRole("listitem").map((item) => item.textContent);
  expect(text).toMatch(/ · Waits until 8:00\sAM: It is night where the contact is\.$/);
});

test("a text that was not answered says why", async () => {
  serveInbox([{ ...questionIn, skipped: "media_only", text: "" }]);
  renderApp("/inbox/t-1");
  expect(await (await messages()).findByText(/Not answered: there are no words in it/)).toBeVisible();
  expect(screen.getByText("Without words")).toBeVisible();
});

test("files are shown as pictures or to be downloaded, and where they are not here it is said", async () => {
  const file = { name: "file-1.jpg", content_type: "image/jpeg", state: "kept" as const, size: 2048 };
  const url = "/api/inbox/t-1/messages/e-in/files/";
  serveInbox([
    {
      ...questionIn,
      text: "",
      skipped: "media_only",
      files: [
        { ...file, url: `${url}0` },
        { ...file, name: "file-2.svg", content_type: "image/svg+xml", url: `${url}1` },
        { ...file, name: "file-3.pdf", state: "waiting", size: null, url: null },
        { ...file, name: "file-4.mp4", state: "gone", size: null, url: null },
      ],
    },
  ]);
  renderApp("/inbox/t-1");
  const files = within(await (await messages()).findByRole("list", { name: "Files" }));
  const picture = files.getByRole("img", { name: "file-1.jpg from Maria Santos" });
  expect(picture).toHaveAttribute("src", `${url}0`);
  expect(files.getByRole("link", { name: "file-2.svg 2.0 kB" })).toHaveAttribute("download", "file-2.svg");
  expect(files.getByText(/^file-3\.pdf/)).toHaveTextContent("is still with the carrier");
  expect(files.getByText(/^file-4\.mp4/)).toHaveTextContent("could not be fetched");
  expect(screen.queryByText("Without words")).toBeNull();
  // What only says that it is a picture is downloaded.
  fireEvent.error(picture);
  expect(await files.findByRole("link", { name: "file-1.jpg 2.0 kB" })).toHaveAttribute("href", `${url}0`);
});

test("what Steward sent by itself is nobody's of the team", async () => {
  const byTeam = { ...answerOut, by: "member" as const, agent_id: null, ai_origin: null };
  serveInbox([
    { ...byTeam, id: "e-4", by: "automatic", member_id: null, text: "You are unsubscribed." },
    { ...questionIn, id: "e-3", at: answerOut.at, text: "STOP", skipped: "keyword" },
    { ...byTeam, id: "e-2", member_id: "m-gone", text: "Until tomorrow." },
    { ...byTeam, id: "e-1", member_id: null, text: null },
  ]);
  renderApp("/inbox/t-1");
  const texts = (await messages()).getAllByRole("listitem").map((item) => item.textContent);
  expect(texts[0]).toMatch(/forgotten\.A member · /);
  expect(texts[1]).toMatch(/^Until tomorrow\.A member · /);
  expect(texts[3]).toMatch(/^You are unsubscribed\.Automatic · .*Delivered$/);
});

test("earlier messages are loaded when asked for", async () => {
  serveInbox();
  server.use(
    http.get("*/api/inbox/t-1/messages", ({ request }) =>
      new URL(request.url).searchParams.has("cursor") ? page([questionIn]) : page([answerOut], "next"),
    ),
  );
  const { user } = renderApp("/inbox/t-1");
  const said = await messages();
  expect(said.queryByText("Is it mended?")).toBeNull();
  await user.click(said.getByRole("button", { name: "Show earlier messages" }));
  expect(await said.findByText("Is it mended?")).toBeVisible();
  const [first] = said.getAllByRole("listitem");
  expect(first).toHaveTextContent("Is it mended?");
});

test("Enter sends from the line that is shown, and Shift with it begins a new line", async () => {
  const kept = serveInbox();
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/inbox/t-1/messages", async ({ request }) => {
      const body = (await request.json()) as { text: string };
      sent.push(body);
      const message = {
        ...answerOut,
        id: "e-new",
        text: body.text,
        by: "member" as const,
        member_id: "m-ada",
      };
      kept.messages = [message, ...kept.messages];
      return HttpResponse.json(message, { status: 201 });
    }),
  );
  const { user } = renderApp("/inbox/t-1");
  expect(await screen.findByText(/From Front desk \+14155550100\./)).toBeVisible();
  await user.type(await composer(), "One{Shift>}{Enter}{/Shift}two{Enter}");
  await waitFor(async () => expect(await composer()).toHaveValue(""));
  expect(sent).toEqual([{ text: "One\ntwo", client_id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
  expect((await messages()).getByText(/One\s*two/)).toBeVisible();
  expect(await composer()).toHaveFocus();
});

test("what could not be sent stays, and is sent as the same message", async () => {
  serveInbox();
  const ids: string[] = [];
  server.use(
    http.post("*/api/inbox/t-1/messages", async ({ request }) => {
      ids.push(((await request.json()) as { client_id: string }).client_id);
      if (ids.length === 1) return failure(503, { code: "unavailable", message: "Try again soon." });
      return HttpResponse.json(answerOut, { status: 201 });
    }),
  );
  const { user } = renderApp("/inbox/t-1");
  await user.type(await composer(), "At six{Enter}");
  expect(await screen.findByText("Try again soon.")).toBeVisible();
  expect(await composer()).toHaveValue("At six");
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(async () => expect(await composer()).toHaveValue(""));
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
});

test("nothing can be written to somebody who opted out", async () => {
  serveInbox([questionIn], {
    ...mariaDetail,
    can_send: false,
    cannot_send_reason: "They do not want messages.",
  });
  renderApp("/inbox/t-1");
  expect(await composer()).toBeDisabled();
  expect(await composer()).toHaveAccessibleDescription("They do not want messages.");
  expect(screen.getByRole("button", { name: "Send" })).toBeDisabled();
});

test("what somebody began to write is there when they come back", async () => {
  serveInbox();
  const { user } = renderApp("/inbox/t-1");
  await user.type(await composer(), "Half a thou");
  await user.click(await screen.findByRole("link", { name: /Omar Haddad/ }));
  expect(await screen.findByRole("textbox", { name: "Write to Omar Haddad" })).toHaveValue("");
  const row = screen.getByRole("link", { name: /Maria Santos.*Draft: Half a thou/ });
  await user.click(row);
  expect(await composer()).toHaveValue("Half a thou");
});

test("what is looked at is read, up to the newest", async () => {
  const kept = serveInbox(undefined, { ...mariaDetail, thread: { ...mariaThread, unread: 2 } });
  renderApp("/inbox/t-1");
  await messages();
  await waitFor(() => expect(kept.calls).toEqual([["read", { up_to: "e-out" }]]));
});

test("what was read before is not marked again", async () => {
  const kept = serveInbox();
  const { user } = renderApp("/inbox/t-1");
  await messages();
  // A later call has arrived, and so would the earlier one have.
  await user.click(screen.getByRole("button", { name: "Take over" }));
  await screen.findByText("Front desk agent stays silent until you hand back.");
  expect(kept.calls.map(([act]) => act)).toEqual(["take-over"]);
});

test("a person takes over and hands back", async () => {
  const kept = serveInbox();
  const { user } = renderApp("/inbox/t-1");
  expect(await screen.findByText("Handled by Front desk agent")).toBeVisible();
  const by = { member_id: "m-ada", name: "Ada Lovelace" };
  kept.detail = { ...mariaDetail, thread: { ...mariaThread, taken_over_by: by } };
  await user.click(screen.getByRole("button", { name: "Take over" }));
  expect(await screen.findByText("Front desk agent stays silent until you hand back.")).toBeVisible();
  expect(screen.queryByText("Handled by Front desk agent")).toBeNull();
  expect(screen.getAllByText("Taken over by Ada Lovelace").length).toBeGreaterThan(0);
  kept.detail = mariaDetail;
  await user.click(screen.getByRole("button", { name: "Hand back" }));
  expect(await screen.findByText("Front desk agent answers what comes next.")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Take over" })).toBeVisible();
  expect(kept.calls.map(([act]) => act)).toEqual(["take-over", "hand-back"]);
});

test("a conversation on hold is released where it is read", async () => {
  const released: string[] = [];
  serveInbox([questionIn], { ...mariaDetail, thread: { ...mariaThread, held: true } });
  server.use(
    http.post("*/api/threads/:id/release", ({ params }) => {
      released.push(String(params.id));
      return HttpResponse.json({});
    }),
  );
  const { user } = renderApp("/inbox/t-1");
  await user.click(await screen.findByRole("button", { name: "Release" }));
  expect(await screen.findByText("The conversation goes on.")).toBeVisible();
  expect(released).toEqual(["t-1"]);
});

test("what an agent asks a person for stands above, until somebody has seen to it", async () => {
  const escalated = { ...heldNotice, kind: "escalated" as const, text: "She wants to speak to the owner." };
  let open = [escalated, { ...escalated, id: "n-2", thread_id: "t-9", text: "Somebody else." }];
  serveInbox([questionIn], { ...mariaDetail, thread: { ...mariaThread, escalated: true } });
  server.use(
    http.get("*/api/notices", () => page(open)),
    http.post("*/api/notices/n-1/resolve", () => {
      open = [];
      return HttpResponse.json(escalated);
    }),
  );
  const { user } = renderApp("/inbox/t-1");
  expect(await screen.findByText("She wants to speak to the owner.")).toBeVisible();
  expect(screen.queryByText("Somebody else.")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByText("She wants to speak to the owner.")).toBeNull());
});

test("a question of the agent's leads to where it is decided", async () => {
  serveInbox();
  server.use(http.get("*/api/approvals", () => page([approval])));
  renderApp("/inbox/t-1");
  expect(await screen.findByText("Something here waits for a decision.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Decide" })).toHaveAttribute("href", "/needs-you");
});

test("what the agent remembers and did stands beside it", async () => {
  serveInbox();
  const block = { label: "human", value: "Prefers mornings.", agent_id: null };
  server.use(
    http.get("*/api/turns", () => page([turn])),
    http.get("*/api/turns/turn-1", () => HttpResponse.json(turnDetail)),
    http.get("*/v1/agent/memory/blocks", () => page([block])),
  );
  renderApp("/inbox/t-1");
  const about = within(await screen.findByRole("complementary", { name: "About this conversation" }));
  expect(await about.findByText("Prefers mornings.")).toBeVisible();
  expect(await about.findByRole("link", { name: "Turn 4" })).toHaveAttribute("href", "/activity/turn-1");
  expect(about.getByRole("link", { name: "Maria Santos" })).toHaveAttribute(
    "href",
    "/settings/contacts/c-maria",
  );
  expect(about.getByRole("link", { name: "Memory of this conversation" })).toHaveAttribute(
    "href",
    "/threads/t-1/memory",
  );
});

test("why the agent did what it did last stands beside it", async () => {
  serveInbox();
  const [asked, ...rest] = turnDetail.steps;
  const thought = { ...asked, result: { ...asked?.result, thinking: "She asked about Monday before." } };
  server.use(
    http.get("*/api/turns", () => page([turn])),
    http.get("*/api/turns/turn-1", () => HttpResponse.json({ ...turnDetail, steps: [thought, ...rest] })),
  );
  renderApp("/inbox/t-1");
  const about = within(await screen.findByRole("complementary", { name: "About this conversation" }));
  expect(await about.findByText("She asked about Monday before.")).toBeVisible();
  const called = within(about.getByRole("list", { name: "What it called" }));
  expect(called.getByText("Read the history")).toBeVisible();
  expect(called.getByText("#1 user: Hello")).toBeVisible();
  expect(called.getByText("Text somebody else (failed)")).toBeVisible();
});

test("an agent that gave no reasons is said to have given none", async () => {
  serveInbox();
  const plain = { ...turnDetail, steps: turnDetail.steps.slice(0, 1), artifacts: [] };
  server.use(
    http.get("*/api/turns", () => page([turn])),
    http.get("*/api/turns/turn-1", () => HttpResponse.json(plain)),
  );
  renderApp("/inbox/t-1");
  expect(await screen.findByText("It answered at once, and its model told no reasons.")).toBeVisible();
});

test("a text that arrives appears and is told to a screen reader", async () => {
  const kept = serveInbox([questionIn]);
  renderApp("/inbox/t-1");
  const said = await messages();
  kept.messages = [{ ...questionIn, id: "e-new", text: "Hello?" }, questionIn];
  FakeEventSource.newest.tell("agent.thread", "1");
  expect(await said.findByText("Hello?")).toBeVisible();
  expect(screen.getByText("Maria Santos: Hello?")).toHaveAttribute("aria-live", "polite");
});

test("a conversation that is not there leaves the list as it is", async () => {
  // React and the router report what an error boundary caught, which is the point here.
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  serveInbox();
  server.use(
    http.get("*/api/inbox/t-1", () => failure(404, { code: "not_found", message: "There is nothing here." })),
  );
  renderApp("/inbox/t-1");
  expect(await screen.findByText("There is nothing here.")).toBeVisible();
  expect(await screen.findByRole("link", { name: /Omar Haddad/ })).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to the conversations" })).toHaveAttribute("href", "/inbox");
});
