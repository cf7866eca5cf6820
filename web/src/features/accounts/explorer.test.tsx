import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { AccountAnswer } from "@/api/types";
import {
  answer,
  clarification,
  confirmation,
  notKnown,
  refused,
  stateFile,
  streamOf,
  tree,
  update,
} from "@/test/account-fixtures";
import { renderApp } from "@/test/render";
import { failure, server, signedInAs } from "@/test/server";

let asked: unknown[];
const stream = (text: string) => new HttpResponse(text, { headers: { "content-type": "text/event-stream" } });

/** The server answers each question with the next of these. */
function answers(...responses: AccountAnswer[]) {
  server.use(
    http.post("*/query/stream", async ({ request }) => {
      expect(request.headers.get("x-csrf-token")).toBe("csrf-1");
      asked.push(await request.json());
      return stream(streamOf(responses[asked.length - 1] ?? answer));
    }),
  );
}

beforeEach(() => {
  asked = [];
  signedInAs();
  server.use(
    http.get("*/tree", () => HttpResponse.json(tree)),
    http.get("*/file", () => HttpResponse.json(stateFile)),
  );
});

async function ask(user: UserEvent, query: string) {
  await user.type(await screen.findByRole("textbox", { name: /Ask about accounts/ }), `${query}{Enter}`);
}

test("a question shows who understood it, what was read, and the line the answer rests on", async () => {
  answers(answer);
  const { user } = renderApp("/accounts");
  await ask(user, "Which stage is Maple Avenue Dental in?");
  const journey = within(await screen.findByRole("region", { name: "Journey" }));
  expect(await journey.findByText("The stage is Quoted.")).toBeVisible();
  expect(journey.getByText("How it was found: An email says the same.")).toBeVisible();
  const starter = within(journey.getByRole("region", { name: "Starter" }));
  expect(starter.getByText("A question")).toBeVisible();
  expect(starter.getByText("93 % sure")).toBeVisible();
  expect(starter.getByRole("link", { name: "Maple Avenue Dental" })).toHaveAttribute(
    "href",
    "/accounts/29041",
  );
  expect(starter.getByText("Search agent")).toBeVisible();
  expect(within(journey.getByRole("list", { name: "Steps" })).getByText("5 lines")).toBeVisible();

  const files = within(screen.getByRole("list", { name: "Files" }));
  expect(files.getByRole("button", { name: /state\.md.*, read/ })).toBeVisible();

  const citations = within(journey.getByRole("list", { name: "Citations" }));
  await user.click(citations.getByRole("button", { name: /state\.md.*line 4/ }));
  const region = await screen.findByRole("region", { name: "Text of accounts/29041/state.md" });
  expect(region.querySelector("mark")).toHaveTextContent("stage: Quoted");
  expect(region.querySelectorAll("mark")).toHaveLength(1);
  expect(region).toHaveFocus();
});

test("the next question goes on with the session until a new one is begun", async () => {
  answers(answer, answer, answer);
  const { user } = renderApp("/accounts");
  await ask(user, "Which stage is Maple in?");
  expect(await screen.findByText("Goes on about Maple Avenue Dental")).toBeVisible();
  await ask(user, "Its premium?");
  await waitFor(() => expect(asked).toHaveLength(2));
  await user.click(await screen.findByRole("button", { name: "New question" }));
  expect(screen.queryByRole("region", { name: "Journey" })).toBeNull();
  await ask(user, "How many?");
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(asked).toMatchObject([{ session_id: null }, { session_id: "s-1" }, { session_id: null }]);
});

test("what is not known is said to be not known, and what is refused says why", async () => {
  answers(notKnown, refused);
  const { user } = renderApp("/accounts");
  await ask(user, "Which year is the van?");
  const unknown = await screen.findByRole("region", { name: "Not known" });
  expect(within(unknown).getByText("Nothing on file says so.")).toBeVisible();
  await ask(user, "Set the premium to -5");
  expect(await screen.findByRole("alert")).toHaveTextContent("A premium is not negative.");
  expect(screen.getByText("Not done")).toBeVisible();
});

test("samples of eight kinds fill the box with the names of accounts there are", async () => {
  const { user } = renderApp("/accounts");
  const status = await screen.findByRole("region", { name: "One account" });
  expect(screen.getAllByRole("heading", { level: 3 })).toHaveLength(8);
  await user.click(
    await within(status).findByRole("button", { name: "Is Redbud Florist still a live prospect?" }),
  );
  expect(screen.getByRole("textbox", { name: /Ask/ })).toHaveValue(
    "Is Redbud Florist still a live prospect?",
  );
  expect(asked).toEqual([]);
});

test("an update shows its proof", async () => {
  answers(update);
  const { user } = renderApp("/accounts");
  await ask(user, "Mark Maple Avenue Dental as Quoted, $2,600");
  const card = within(await screen.findByRole("region", { name: "Maple Avenue Dental" }));
  const changes = card.getAllByRole("definition").map((cell) => cell.textContent);
  expect(changes).toEqual(["Quote PitchedQuoted", "nothing$2,600"]);
  expect(card.getByText("Quote Pitched").tagName).toBe("DEL");
  const proof = within(card.getByRole("list", { name: "Proof" }));
  expect(proof.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "accounts/29041/state.md written",
    "accounts/29041/history.md written",
    "Index updated",
  ]);
  expect(card.getByText("2026-10-01T09:00:00Z")).toBeVisible();
  expect(card.getByText("2026-11-16T00:10:00.123456Z")).toBeVisible();
  await user.click(card.getByText("New description"));
  expect(card.getByText("A dental practice, quoted at $2,600.")).toBeVisible();
  expect(card.getByRole("link", { name: "See the timeline" })).toHaveAttribute("href", "/accounts/29041");
});

test.each([
  ["New: New Company LLC", "Create account", null],
  [/^New Company Inc/, "Use this account", "29050"],
])("an account is created, or one that is there is taken instead: %s", async (choice, action, accountId) => {
  answers(confirmation);
  const bodies: unknown[] = [];
  server.use(
    http.post("*/confirm", async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ ...update, created: accountId === null });
    }),
  );
  const { user } = renderApp("/accounts");
  await ask(user, "New Company LLC sent their application");
  const dialog = within(await screen.findByRole("dialog", { name: "Which account is “New Company LLC”?" }));
  expect(dialog.getByText(/expires/)).toBeVisible();
  await user.click(dialog.getByRole("radio", { name: choice }));
  await user.click(dialog.getByRole("button", { name: action }));
  expect(await screen.findByRole("list", { name: "Proof" })).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByText("New account", { selector: "span" }) !== null).toBe(accountId === null);
  expect(bodies).toEqual([{ session_id: "s-2", confirmed: true, account_id: accountId }]);
});

test("an account that is not wanted is not created, and a refusal of that only puts the question away", async () => {
  answers(confirmation, confirmation);
  server.use(
    http.post(
      "*/confirm",
      async ({ request }) => {
        expect(await request.json()).toMatchObject({ confirmed: false });
        return HttpResponse.json({ ...refused, type: "success", message: "Nothing was created." });
      },
      { once: true },
    ),
    http.post("*/confirm", () => failure(410, { code: "gone", message: "The question is too old." })),
  );
  const { user } = renderApp("/accounts");
  await ask(user, "New Company LLC sent their application");
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Nothing was created.")).toBeVisible();

  await ask(user, "New Company LLC sent their application");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("button", { name: "Create account" })).toBeDisabled();
  await user.click(dialog.getByRole("radio", { name: "New: New Company LLC" }));
  await user.click(dialog.getByRole("button", { name: "Create account" }));
  expect(await dialog.findByText("The question is too old.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a question that has expired cannot be confirmed", async () => {
  answers({ ...confirmation, expires_at: "2020-01-01T00:00:00Z" });
  const { user } = renderApp("/accounts");
  await ask(user, "New Company LLC sent their application");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("This question has expired. Ask again.")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Create account" })).toBeDisabled();
});

test("what can mean several things is asked back: a choice answers, a suggestion fills the box", async () => {
  answers(clarification, clarification);
  const { user } = renderApp("/accounts");
  await ask(user, "The premium of Sunny Days?");
  const suggestion = "What is the premium of Sunny Days Childcare?";
  await user.click(await screen.findByRole("button", { name: suggestion }));
  expect(screen.queryByRole("dialog")).toBeNull();
  const box = screen.getByRole("textbox", { name: /Ask/ });
  expect(box).toHaveValue(suggestion);
  await user.type(box, "{Enter}");
  await user.click(await screen.findByRole("button", { name: /^Sunny Days Early Learning/ }));
  expect(await screen.findByText("The stage is Quoted.")).toBeVisible();
  expect(asked[2]).toEqual({ query: "Sunny Days Early Learning", session_id: "s-1" });
});

test("what offers nothing to choose is answered in words", async () => {
  answers({ ...clarification, message: "Should it really become $5?", suggestions: [], choices: [] });
  const { user } = renderApp("/accounts");
  await ask(user, "Set the premium of Maple to $5");
  const dialog = within(await screen.findByRole("dialog", { name: "What do you mean?" }));
  expect(dialog.getByText("Should it really become $5?")).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: "Your answer" }), "No, $500{Enter}");
  expect(await screen.findByText("The stage is Quoted.")).toBeVisible();
  expect(asked[1]).toEqual({ query: "No, $500", session_id: "s-1" });
});

test("an answer that rests on many files shows the first, and all on request", async () => {
  const citations = ["1", "2", "3", "4", "5"].map((id) => ({
    path: `accounts/${id}/state.md`,
    line: 4,
    end_line: 4,
    quote: `stage: Quoted ${id}`,
  }));
  answers({ ...answer, citations });
  const { user } = renderApp("/accounts");
  await ask(user, "Which accounts are quoted?");
  const list = within(await screen.findByRole("list", { name: "Citations" }));
  expect(list.getAllByRole("button")).toHaveLength(3);
  await user.click(screen.getByRole("button", { name: "Show 2 more files" }));
  expect(list.getAllByRole("button")).toHaveLength(5);
});

test("a closed folder in which something was read lights up", async () => {
  const steps = tree.children.map(({ path }) => ({
    tool: "read_file",
    args: {},
    summary: "Read",
    files: [`${path}/state.md`],
  }));
  answers({ ...answer, steps, citations: [] });
  const { user } = renderApp("/accounts");
  await ask(user, "How many are quoted?");
  await user.click(await screen.findByRole("button", { name: /^Redbud Florist/, expanded: true }));
  expect(screen.getByRole("button", { name: /^Redbud Florist.*, read$/, expanded: false })).toBeVisible();
});

test("no made-up accounts are offered before it is known which there are", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.get("*/tree", async () => {
      await held;
      return HttpResponse.json(tree);
    }),
  );
  renderApp("/accounts");
  await screen.findByRole("textbox", { name: /Ask about accounts/ });
  expect(screen.queryByRole("region", { name: "One account" })).toBeNull();
  release();
  expect(await screen.findByRole("region", { name: "One account" })).toBeVisible();
});

test("a question can be stopped, and keeps what was found until then", async () => {
  const [start] = streamOf(answer).split("event: done");
  server.use(
    http.post("*/query/stream", () => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
      });
      return new HttpResponse(body, { headers: { "content-type": "text/event-stream" } });
    }),
  );
  const { user } = renderApp("/accounts");
  await ask(user, "Which stage is Maple in?");
  expect(await screen.findByText("5 lines")).toBeVisible();
  expect(screen.getByText("Under way")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Stop" }));
  expect(await screen.findByText(/You stopped it/)).toBeVisible();
  expect(screen.getByText("5 lines")).toBeVisible();
  expect(screen.getByRole("button", { name: "Ask" })).toBeVisible();
});

test.each([
  ["the server refuses it", () => failure(503, { code: "busy", message: "Too busy." }), "Too busy."],
  [
    "it fails on the way",
    () => stream('event: error\ndata: {"message":"The disk is full."}\n\n'),
    "The disk is full.",
  ],
  ["it breaks off", () => stream(": hello\n\n"), "The answer broke off. Ask again."],
])("a question that fails says why: %s", async (_, respond, message) => {
  server.use(http.post("*/query/stream", respond));
  const { user } = renderApp("/accounts");
  await ask(user, "Which stage is Maple in?");
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
});

test("without accounts the page says how they come, and still takes questions", async () => {
  server.use(http.get("*/tree", () => HttpResponse.json({ path: "accounts", children: [] })));
  renderApp("/accounts");
  expect(await screen.findByRole("heading", { level: 2, name: "No accounts yet" })).toBeVisible();
  expect(screen.getByText("steward ingest")).toBeVisible();
  expect(screen.getByRole("textbox", { name: /Ask/ })).toBeEnabled();
});

test("files that cannot be listed or shown say why", async () => {
  server.use(
    http.get("*/tree", () => failure(500, { code: "internal", message: "No tree." }), { once: true }),
    http.get("*/file", () => failure(404, { code: "not_found", message: "No such file." })),
  );
  const { user } = renderApp("/accounts");
  expect(await screen.findByText("No tree.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await user.click(await screen.findByRole("button", { name: /^Redbud Florist/ }));
  await user.click(screen.getByRole("button", { name: "state.md" }));
  expect(await screen.findByText("No such file.")).toBeVisible();
  await user.type(screen.getByRole("searchbox", { name: "Filter accounts" }), "zzz");
  expect(await screen.findByText("No account fits.")).toBeVisible();
});
