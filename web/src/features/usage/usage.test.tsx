import { fireEvent, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { DailyUsage } from "@/api/types";
import { frontDeskAgent, grace, maria, plainMember } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { failure, page, server, signedInAs } from "@/test/server";

const today = () => new Date().toISOString().slice(0, 10);

const row = (scope: string, cost_micros: number, tokens: number): DailyUsage => ({
  scope,
  day: today(),
  cost_micros,
  tokens,
  reserved_micros: 0,
  reserved_tokens: 0,
});

/** The agent's own limit is $2.50 a day. */
const spent = [
  row("org:o-1", 3_000_000, 1_200),
  row("agent:a-1", 2_600_000, 1_000),
  row("agent:a-gone", 400_000, 200),
  row("contact:c-maria", 1_000_000, 400),
];

const asked: string[] = [];

function answered(items: DailyUsage[]) {
  server.use(
    http.get("*/api/usage", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ items });
    }),
  );
}

beforeEach(() => {
  asked.length = 0;
  signedInAs();
  server.use(
    http.get("*/api/agents", () => page([frontDeskAgent])),
    http.get("*/api/contacts", () => page([maria])),
  );
});

test("what was spent is told by day, by agent and by contact, with links to whom it was spent on", async () => {
  answered(spent);
  renderApp("/usage");
  expect(await screen.findByText("$3.00", { selector: "dd" })).toBeVisible();
  const agents = within(screen.getByRole("table", { name: "By agent" }));
  expect(agents.getByRole("row", { name: /Front desk agent .*\$2\.60 1,000/ })).toBeVisible();
  expect(agents.getByRole("link", { name: "Front desk agent" })).toHaveAttribute("href", "/agents/a-1");
  expect(agents.getByText("Busiest day 104 % of $2.50")).toBeVisible();
  expect(agents.getByRole("row", { name: /A deleted agent \$0\.40 200/ })).toBeVisible();
  expect(screen.getByRole("link", { name: "Maria Santos" })).toHaveAttribute(
    "href",
    "/settings/contacts/c-maria",
  );
  const days = within(screen.getByRole("table", { name: "Cost and tokens by day", hidden: true }));
  expect(days.getAllByRole("row", { hidden: true })).toHaveLength(31);
  expect(days.getByRole("row", { name: /\$3\.00 1,200/, hidden: true })).toBeInTheDocument();
});

test("the chart is read with the arrow keys, day by day", async () => {
  answered(spent);
  const { user } = renderApp("/usage");
  const chart = await screen.findByRole("slider", { name: "Cost by day" });
  expect(chart).toHaveAttribute("aria-valuetext", expect.stringMatching(/: \$3\.00, 1,200 tokens$/));
  chart.focus();
  expect(await screen.findByText("1,200 tokens")).toBeVisible();
  // The control is the browser's own, whose keys the test's browser does not know.
  fireEvent.change(chart, { target: { value: "28" } });
  expect(chart).toHaveAttribute("aria-valuetext", expect.stringMatching(/: \$0, 0 tokens$/));
  expect(screen.getByText("0 tokens")).toBeVisible();
  await user.tab();
  expect(screen.queryByText("0 tokens")).toBeNull();
});

test("another time, another measure and one agent stand in the address", async () => {
  answered(spent);
  const { user, router } = renderApp("/usage");
  await user.click(await screen.findByRole("radio", { name: "7 days" }));
  await screen.findByRole("radio", { name: "7 days", checked: true });
  await user.click(screen.getByRole("radio", { name: "Tokens" }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Whose days" }), "Front desk agent");
  expect(await screen.findByText("1,000", { selector: "dd" })).toBeVisible();
  expect(router.state.location.search).toEqual({ days: 7, show: "tokens", of: "agent:a-1" });
  // The days of both times, counted from the first to the last.
  const spans = asked.map((query) => {
    const { from = "", to = "" } = Object.fromEntries(new URLSearchParams(query));
    return (new Date(to).getTime() - new Date(from).getTime()) / 86_400_000 + 1;
  });
  expect(new Set(spans)).toEqual(new Set([30, 7]));
});

test("an agent's own limit is told beside its days", async () => {
  answered(spent);
  renderApp("/usage?of=agent:a-1");
  expect(await screen.findByText("The limit is $2.50 a day")).toBeVisible();
});

test("models without a price are told in tokens", async () => {
  answered([row("org:o-1", 0, 77), row("agent:a-1", 0, 77)]);
  renderApp("/usage");
  expect(await screen.findByRole("slider", { name: "Tokens by day" })).toBeVisible();
});

test("nothing spent is said so", async () => {
  answered([]);
  renderApp("/usage");
  expect(await screen.findByRole("heading", { name: "Nothing was spent in this time" })).toBeVisible();
});

test("a failure leaves the page, and can be tried again", async () => {
  server.use(http.get("*/api/usage", () => failure(500, { code: "internal", message: "It broke." })));
  const { user } = renderApp("/usage");
  expect(await screen.findByText("It broke.")).toBeVisible();
  answered(spent);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("table", { name: "By agent" })).toBeVisible();
});

test("whoever is no admin is told so, and the server is not asked", async () => {
  signedInAs(plainMember);
  renderApp("/usage");
  expect(await screen.findByRole("heading", { name: "Only admins see what was spent" })).toBeVisible();
  expect(asked).toEqual([]);
});

test("agents of the same name are told apart by whose they are", async () => {
  const clone = { ...frontDeskAgent, name: "Assistant" };
  server.use(
    http.get("*/api/agents", () =>
      page([
        { ...clone, id: "a-1", member_id: "m-ada" },
        { ...clone, id: "a-2", member_id: grace.id },
      ]),
    ),
    http.get("*/api/members", () => page([{ ...grace, id: "m-ada", name: "Ada Lovelace" }, grace])),
  );
  answered([row("agent:a-1", 2_000_000, 10), row("agent:a-2", 1_000_000, 5)]);
  renderApp("/usage");
  const agents = within(await screen.findByRole("table", { name: "By agent" }));
  expect(agents.getByRole("link", { name: "Assistant (Ada Lovelace)" })).toBeVisible();
  expect(agents.getByRole("link", { name: "Assistant (Grace Hopper)" })).toBeVisible();
});
