import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { editedDraft, frontDeskAgent, grace, maria, noCounts } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { failure, page, server, signedInAs } from "@/test/server";

function serveAgent() {
  signedInAs();
  server.use(http.get("*/api/agents/a-1", () => HttpResponse.json(frontDeskAgent)));
}

const record = async () => within(await screen.findByRole("region", { name: "What became of its drafts" }));

test("an agent that drafted nothing says so and shows no figures", async () => {
  serveAgent();
  renderApp("/agents/a-1");
  const panel = await record();
  expect(await panel.findByText(/It has not drafted anything yet/)).toBeVisible();
  expect(panel.queryByText(/%/)).toBeNull();
  expect(panel.queryByRole("table")).toBeNull();
});

test("how often drafts went out unchanged is shown with its number, by kind, over a time", async () => {
  serveAgent();
  const question = { ...noCounts, offered: 5, unchanged: 3, edited: 1, waiting: 1, answered: 2 };
  const thanks = { ...noCounts, offered: 1, outdated: 1 };
  const asked: (string | null)[] = [];
  server.use(
    http.get("*/api/agents/a-1/drafts", () => page([editedDraft])),
    http.get("*/api/agents/a-1/drafts/statistics", ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("days"));
      return HttpResponse.json({
        since: null,
        total: { ...question, offered: 6, outdated: 1, median_seconds: 240 },
        kinds: [
          { kind: "thanks", counts: thanks },
          { kind: "question", counts: question },
        ],
      });
    }),
  );
  const { user } = renderApp("/agents/a-1");
  const panel = await record();
  expect(await panel.findByText("3 of 4 decided on")).toBeVisible();
  expect(panel.getByText("2 of 4 sent")).toBeVisible();
  expect(panel.getByText("4 minutes")).toBeVisible();
  const rows = panel.getAllByRole("row").slice(1);
  expect(rows.map((row) => within(row).getByRole("rowheader").textContent)).toEqual([
    expect.stringContaining("Questions"),
    expect.stringContaining("Thanks"),
  ]);
  expect(within(rows[0] as HTMLElement).getByText("75 %")).toBeVisible();
  expect(within(rows[1] as HTMLElement).getByText("Not decided")).toBeVisible();
  await user.click(panel.getByRole("radio", { name: "All time" }));
  expect(await panel.findByText("3 of 4 decided on")).toBeVisible();
  expect(asked).toEqual(["30", null]);
});

test("a changed draft shows what was changed, and leads to the conversation", async () => {
  serveAgent();
  server.use(
    http.get("*/api/agents/a-1/drafts", () => page([editedDraft])),
    http.get("*/api/contacts", () => page([maria])),
    http.get("*/api/members", () => page([grace])),
  );
  renderApp("/agents/a-1");
  const list = within(await screen.findByRole("list", { name: "Last drafts" }));
  expect(await list.findByRole("link", { name: maria.name ?? "" })).toHaveAttribute("href", "/inbox/t-1");
  expect(list.getByText("Changed, then sent")).toBeVisible();
  expect(list.getByText(/by Grace Hopper/)).toBeVisible();
  expect(list.getByText(/Delivered/)).toBeVisible();
  expect(list.getByText(/They wrote back/)).toBeVisible();
  const changed = within(list.getByRole("list", { name: "What was changed" }));
  expect(changed.getAllByRole("listitem").map((line) => line.textContent)).toEqual([
    "−Removed: Yes, at five.",
    "+Added: Yes, at half past five.",
  ]);
});

test("a record that cannot be read says so, and the rest of the page stays", async () => {
  serveAgent();
  server.use(
    http.get("*/api/agents/a-1/drafts", () => failure(503, { code: "busy", message: "Too much to do." })),
  );
  renderApp("/agents/a-1");
  const panel = await record();
  expect(await panel.findByRole("button", { name: /Try again/ })).toBeVisible();
  expect(screen.getByLabelText("Name")).toBeVisible();
});
