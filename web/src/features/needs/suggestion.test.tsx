import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { frontDeskAgent, maria, suggestion, thread } from "@/test/fixtures";
import { answerOut, questionIn } from "@/test/inbox";
import { renderApp } from "@/test/render";
import { failure, page, server, signedInAs } from "@/test/server";

let open = [suggestion];
let bodies: unknown[] = [];

beforeEach(() => {
  open = [suggestion];
  bodies = [];
  signedInAs();
  server.use(
    http.get("*/api/agents", () => page([frontDeskAgent])),
    http.get("*/api/threads", () => page([thread])),
    http.get("*/api/contacts", () => page([maria])),
    http.get("*/api/suggestions", () => page(open)),
    http.get("*/api/inbox/t-1/messages", () => page([answerOut, questionIn])),
    http.post("*/api/suggestions/su-1/:act", async ({ request, params }) => {
      const text = await request.text();
      bodies.push([params.act, text ? JSON.parse(text) : null]);
      open = [];
      return HttpResponse.json(suggestion);
    }),
  );
});

const card = async () => within(await screen.findByRole("listitem", { name: "Reply to Maria Santos" }));

test("what the contact wrote stands above the drafts, with the way to the conversation", async () => {
  renderApp("/needs-you");
  const drafts = await card();
  expect(await drafts.findByText(questionIn.text)).toBeVisible();
  expect(drafts.getByRole("link", { name: "See the conversation" })).toHaveAttribute("href", "/inbox/t-1");
});

test("one of the drafts is picked and sent as it is", async () => {
  const { user } = renderApp("/needs-you");
  const drafts = await card();
  expect(drafts.getByText("The agent is 80 % sure of it.")).toBeVisible();
  expect(drafts.getByLabelText("What is sent")).toHaveValue("Yes, at five.");
  await user.click(drafts.getByRole("radio", { name: /Could you come at six/ }));
  expect(drafts.getByLabelText("What is sent")).toHaveValue("Could you come at six?");
  await user.click(drafts.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("On its way to Maria Santos.")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Nothing needs you" })).toBeVisible();
  expect(bodies).toEqual([["send", { option: 1 }]]);
});

test("a draft is changed before it is sent", async () => {
  const { user } = renderApp("/needs-you");
  const drafts = await card();
  await user.type(drafts.getByLabelText("What is sent"), " See you!");
  await user.click(drafts.getByRole("button", { name: "Send as changed" }));
  expect(await screen.findByText("On its way to Maria Santos.")).toBeVisible();
  expect(bodies).toEqual([["send", { option: 0, text: "Yes, at five. See you!" }]]);
});

test("none of the drafts is sent", async () => {
  const { user } = renderApp("/needs-you");
  await user.click((await card()).getByRole("button", { name: "Send none" }));
  expect(await screen.findByText("Put aside. Nothing was sent.")).toBeVisible();
  expect(bodies).toEqual([["dismiss", null]]);
});

test("a draft that something newer has overtaken says so", async () => {
  const message = "Something was said since that these do not answer. Look at the conversation.";
  server.use(http.post("*/api/suggestions/su-1/send", () => failure(409, { code: "conflict", message })));
  const { user } = renderApp("/needs-you");
  await user.click((await card()).getByRole("button", { name: "Send" }));
  expect(await screen.findByText(message)).toBeVisible();
});
