import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import type { Schedule } from "@/api/types";
import { frontDeskAgent, morningRound, plainMember } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { failure, nothing, page, server, signedInAs } from "@/test/server";

function serveSchedules(schedules: Schedule[], who?: typeof plainMember) {
  signedInAs(who);
  const bodies: Record<string, unknown>[] = [];
  server.use(
    http.get("*/api/agents", () => page([frontDeskAgent])),
    http.get("*/api/schedules", () => page(schedules)),
    http.post("*/api/schedules", async ({ request }) => {
      bodies.push((await request.json()) as Record<string, unknown>);
      schedules = [morningRound];
      return HttpResponse.json(morningRound, { status: 201 });
    }),
    http.put("*/api/schedules/s-1", async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      bodies.push(body);
      schedules = [{ ...morningRound, ...body }];
      return HttpResponse.json(schedules[0]);
    }),
    http.delete("*/api/schedules/s-1", () => {
      schedules = [];
      return nothing();
    }),
  );
  return bodies;
}

test("a weekly schedule is added, switched off and deleted", async () => {
  const bodies = serveSchedules([]);
  const { user } = renderApp("/schedules");
  expect(await screen.findByRole("heading", { name: "No schedules" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add schedule" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.type(dialog.getByLabelText("Name"), "Morning round");
  await user.type(dialog.getByLabelText("What it is told"), "Look at what came in.");
  await user.selectOptions(dialog.getByLabelText("When"), "weekly");
  await user.selectOptions(dialog.getByLabelText("Day"), "Sunday");
  await user.clear(dialog.getByLabelText("Time zone"));
  await user.type(dialog.getByLabelText("Time zone"), "Europe/Berlin");
  await user.click(dialog.getByRole("button", { name: "Add schedule" }));

  const list = within(await screen.findByRole("list", { name: "Schedules" }));
  expect(list.getByText(/Front desk agent · Monday to Friday at 09:00 \(Europe\/Berlin\)/)).toBeVisible();
  expect(list.getByText("Missed 2 times")).toBeVisible();
  await user.click(list.getByRole("button", { name: "Switch off Morning round" }));
  expect(await list.findByText("Off")).toBeVisible();
  await user.click(list.getByRole("button", { name: "Delete Morning round" }));
  await user.click(screen.getByRole("button", { name: "Delete schedule" }));
  expect(await screen.findByRole("heading", { name: "No schedules" })).toBeVisible();
  expect(bodies).toEqual([
    {
      agent_id: "a-1",
      name: "Morning round",
      text: "Look at what came in.",
      cron: "0 9 * * 0",
      zone: "Europe/Berlin",
    },
    {
      revision: 7,
      name: "Morning round",
      text: "Look at what came in.",
      misfire: "run_once",
      cron: "0 9 * * 1-5",
      zone: "Europe/Berlin",
      enabled: false,
    },
  ]);
});

test("a cron line that cannot be read is refused at its field", async () => {
  serveSchedules([]);
  server.use(
    http.post("*/api/schedules", () =>
      failure(422, { code: "invalid", message: "This cannot be used: no minute 99.", field: "cron" }),
    ),
  );
  const { user } = renderApp("/schedules");
  await user.click(await screen.findByRole("button", { name: "Add schedule" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.type(dialog.getByLabelText("Name"), "Never");
  await user.type(dialog.getByLabelText("What it is told"), "Nothing.");
  await user.selectOptions(dialog.getByLabelText("When"), "cron");
  await user.clear(dialog.getByLabelText("Cron line"));
  await user.type(dialog.getByLabelText("Cron line"), "99 * * * *");
  await user.click(dialog.getByRole("button", { name: "Add schedule" }));
  expect(await dialog.findByText("This cannot be used: no minute 99.")).toBeVisible();
});

test("a moment that is over can only be deleted, and one to come is switched with its moment", async () => {
  const once = { ...morningRound, cron: null, zone: "UTC" };
  const bodies = serveSchedules([
    once,
    { ...once, id: "s-2", name: "Past", next_at: null, last_at: "2026-02-03T04:05:06Z" },
  ]);
  const { user } = renderApp("/schedules");
  expect(await screen.findByText("Over")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Switch .* Past/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Switch off Morning round" }));
  expect(await screen.findByText("Morning round is off.")).toBeVisible();
  expect(bodies[0]).toMatchObject({ at: once.next_at, zone: "UTC", enabled: false });
  expect(bodies[0]).not.toHaveProperty("cron");
});

test("a plain member switches off and deletes what was set up for them, and adds nothing here", async () => {
  serveSchedules([{ ...morningRound, created_by: null, made_in: "t-1" }], plainMember);
  const { user } = renderApp("/schedules");
  const list = within(await screen.findByRole("list", { name: "Schedules" }));
  expect(screen.queryByRole("button", { name: "Add schedule" })).toBeNull();
  await user.click(list.getByRole("button", { name: "Switch off Morning round" }));
  expect(await list.findByText("Off")).toBeVisible();
  await user.click(list.getByRole("button", { name: "Delete Morning round" }));
  await user.click(screen.getByRole("button", { name: "Delete schedule" }));
  expect(await screen.findByRole("heading", { name: "No schedules" })).toBeVisible();
  expect(screen.getByText(/Say it in a chat/)).toBeVisible();
});

test("what an agent set up says in which conversation", async () => {
  serveSchedules([{ ...morningRound, created_by: null, made_in: "t-unknown" }]);
  renderApp("/schedules");
  const list = within(await screen.findByRole("list", { name: "Schedules" }));
  expect(list.getByText("Set up by an agent in A conversation")).toBeVisible();
});
