import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Approval } from "@/api/types";
import {
  approval,
  deadJob,
  frontDeskAgent,
  grace,
  heldNotice,
  maria,
  plainMember,
  sendInReview,
  thread,
} from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { failure, page, server, signedInAs } from "@/test/server";

beforeEach(() => {
  signedInAs();
  server.use(
    http.get("*/api/agents", () => page([frontDeskAgent])),
    http.get("*/api/threads", () => page([thread])),
    http.get("*/api/contacts", () => page([maria])),
  );
});

const card = async (name: string | RegExp) => within(await screen.findByRole("listitem", { name }));

test("nothing needs anybody", async () => {
  renderApp("/needs-you");
  expect(await screen.findByRole("heading", { name: "Nothing needs you" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Needs you" })).toHaveAttribute("aria-current", "page");
});

test("a question shows what is called, by whom and why, and is approved", async () => {
  let open = [approval];
  const bodies: unknown[] = [];
  server.use(
    http.get("*/api/approvals", () => page(open)),
    http.post("*/api/approvals/ap-1/decision", async ({ request }) => {
      bodies.push(await request.json());
      open = [];
      return HttpResponse.json({ ...approval, decision: "approved", decided_by: "m-ada" });
    }),
  );
  const { user } = renderApp("/needs-you");
  const question = await card("Text somebody else");
  expect(question.getByText(/Front desk agent · /)).toBeVisible();
  expect(question.getByRole("link", { name: "Maria Santos" })).toHaveAttribute("href", "/inbox/t-1");
  expect(question.getByText("This tool always asks a person first.")).toBeVisible();
  expect(question.getAllByText("Maria Santos")).toHaveLength(2);
  expect(question.getByText("Your parcel is here.")).toBeVisible();
  expect(question.getByText('{"contact_id":"c-maria","text":"Your parcel is here."}')).toBeInTheDocument();
  expect(screen.getByRole("link", { name: /^Needs you.*1 waiting$/ })).toBeVisible();

  await user.click(question.getByRole("button", { name: "Approve" }));
  expect(await screen.findByText("Approved. The agent goes on.")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Nothing needs you" })).toBeVisible();
  // Without arguments: exactly what was asked about is approved.
  expect(bodies).toEqual([{ decision: "approve" }]);
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
});

test("arguments are edited before they are approved, to the space", async () => {
  const bodies: unknown[] = [];
  server.use(
    http.get("*/api/approvals", () => page([approval])),
    http.post("*/api/approvals/ap-1/decision", async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ ...approval, decision: "approved" });
    }),
  );
  const { user } = renderApp("/needs-you");
  await user.click((await card("Text somebody else")).getByRole("button", { name: "Edit" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.clear(dialog.getByLabelText("text"));
  await user.type(dialog.getByLabelText("text"), "It is here. ");
  await user.click(dialog.getByRole("button", { name: "Approve with changes" }));
  expect(await screen.findByText("Approved. The agent goes on.")).toBeVisible();
  expect(bodies).toEqual([
    { decision: "approve", arguments: { text: "It is here. ", contact_id: "c-maria" } },
  ]);
});

test("a question that somebody else decided meanwhile says who", async () => {
  const decided: Approval = {
    ...approval,
    decision: "denied",
    decided_by: grace.id,
    decided_at: new Date().toISOString(),
  };
  let open = [approval];
  server.use(
    http.get("*/api/approvals", () => page(open)),
    http.get("*/api/approvals/ap-1", () => HttpResponse.json(decided)),
    http.get("*/api/members/m-grace", () => HttpResponse.json(grace)),
    http.post("*/api/approvals/ap-1/decision", () => {
      open = [];
      return failure(409, { code: "conflict", message: "This was decided already." });
    }),
  );
  const { user } = renderApp("/needs-you");
  await user.click((await card("Text somebody else")).getByRole("button", { name: "Approve" }));
  expect(await screen.findByText(/Grace Hopper denied this/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(await screen.findByRole("heading", { name: "Nothing needs you" })).toBeVisible();
});

test("a question that was decided elsewhere loses its buttons at once, before the list is there again", async () => {
  server.use(
    http.get("*/api/approvals", () => page([approval])),
    http.post("*/api/approvals/ap-1/decision", () =>
      failure(409, { code: "conflict", message: "This was decided already." }),
    ),
  );
  const { user } = renderApp("/needs-you");
  const question = await card("Text somebody else");
  await user.click(question.getByRole("button", { name: "Approve" }));
  expect(await question.findByText("This was decided already.")).toBeVisible();
  expect(question.queryByRole("button", { name: "Approve" })).toBeNull();
  expect(question.queryByRole("button", { name: "Edit" })).toBeNull();
});

test("a plain member sees a question for operators, cannot decide it and asks for no jobs", async () => {
  signedInAs(plainMember);
  server.use(
    http.get("*/api/approvals", () => page([{ ...approval, approver: "operator" }])),
    http.get("*/api/jobs", () => failure(403, { code: "forbidden", message: "No." })),
  );
  renderApp("/needs-you");
  const question = await card("Text somebody else");
  expect(question.getByText("An admin or an owner decides this.")).toBeVisible();
  expect(question.queryByRole("button", { name: "Approve" })).toBeNull();
  expect(screen.getByRole("link", { name: "Needs you" })).toBeVisible();
});

test("an unclear send shows what happened and hides the notice that says less", async () => {
  let state = [sendInReview];
  const bodies: unknown[] = [];
  server.use(
    http.get("*/api/effects", () => page(state)),
    http.get("*/api/effects/e-1", () =>
      HttpResponse.json({
        effect: sendInReview,
        attempts: [{ no: 1, started_at: sendInReview.created_at, outcome: "unknown", detail: "no answer" }],
      }),
    ),
    http.get("*/api/notices", () => page(state.length > 0 ? [{ ...heldNotice, kind: "review" }] : [])),
    http.post("*/api/effects/e-1/decision", async ({ request }) => {
      bodies.push(await request.json());
      state = [];
      return HttpResponse.json({ ...sendInReview, state: "sent" });
    }),
  );
  const { user } = renderApp("/needs-you");
  const send = await card("To Maria Santos, +14155550188");
  expect(send.getByText("See you at 5.")).toBeVisible();
  expect(send.getByText(/may reach the person twice/)).toBeVisible();
  expect(await send.findByText(/no answer/)).toBeInTheDocument();
  expect(screen.queryByRole("heading", { name: "Notices" })).toBeNull();
  await user.click(send.getByRole("button", { name: "It was sent" }));
  expect(await screen.findByText("Noted as sent.")).toBeVisible();
  expect(bodies).toEqual([{ decision: "was_sent" }]);
});

test("a message that was held back is sent or dropped, and was surely not sent", async () => {
  server.use(http.get("*/api/effects", () => page([{ ...sendInReview, attempts: 0 }])));
  renderApp("/needs-you");
  const send = await card(/To Maria Santos/);
  expect(send.getByRole("button", { name: "Send it" })).toBeVisible();
  expect(send.queryByRole("button", { name: "It was sent" })).toBeNull();
});

test("a conversation on hold is released, and its notice with it", async () => {
  const called: string[] = [];
  server.use(
    http.get("*/api/notices", () => page(called.length > 0 ? [] : [heldNotice])),
    http.post("*/api/threads/t-1/release", () => {
      called.push("release");
      return HttpResponse.json(thread);
    }),
  );
  const { user } = renderApp("/needs-you");
  await user.click((await card("A conversation is on hold")).getByRole("button", { name: "Release" }));
  expect(await screen.findByText("The conversation goes on.")).toBeVisible();
  expect(called).toEqual(["release"]);
  await waitFor(() => expect(screen.queryByText("A conversation is on hold")).toBeNull());
});

test("work that was given up is tried again; a refusal says why", async () => {
  server.use(
    http.get("*/api/jobs", () => page([deadJob])),
    http.post("*/api/jobs/j-1/retry", () => failure(404, { code: "not_found", message: "It runs already." })),
  );
  const { user } = renderApp("/needs-you");
  const job = await card("archive idle threads");
  expect(job.getByText("the disk is full")).toBeVisible();
  await user.click(job.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("It runs already.")).toBeVisible();
});
