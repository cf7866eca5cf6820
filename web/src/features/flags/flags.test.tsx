import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import type { Flag, FlagName } from "@/api/types";
import { FakeEventSource } from "@/test/events";
import { flagOf, plainMember } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { failure, server, signedInAs } from "@/test/server";

const names: FlagName[] = ["agents", "indexing", "tools", "compaction", "reminders", "prompt_optimisation"];

/** A server that does what it is told; tells what it was told. */
function serve(changed: Partial<Record<FlagName, Partial<Flag>>> = {}) {
  const flags = names.map((name) => ({ ...flagOf(name), ...changed[name] }));
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/flags", () => HttpResponse.json({ items: flags })),
    http.put("*/api/flags/:name", async ({ params, request }) => {
      const body = (await request.json()) as { enabled: boolean; reason?: string };
      sent.push({ name: params.name, ...body });
      const flag = flags.find(({ name }) => name === params.name) as Flag;
      const changed_by = { id: "m-ada", name: "Ada Lovelace" };
      const changed_at = "2026-02-03T04:05:06Z";
      const { enabled, reason = null } = body;
      Object.assign(flag, { enabled, organisation: enabled, reason, changed_by, changed_at });
      return HttpResponse.json(flag);
    }),
  );
  return { flags, sent };
}

test("all agents are stopped with a reason, everybody is told, and they are turned on again", async () => {
  signedInAs();
  const { sent } = serve();
  const { user } = renderApp("/settings/flags");
  await user.click(await screen.findByRole("button", { name: "Stop all agents" }));
  const dialog = within(screen.getByRole("dialog", { name: "Stop all agents?" }));
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(sent).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Stop all agents" }));
  await user.type(screen.getByLabelText("Reason"), "It texted the wrong person.");
  const again = within(screen.getByRole("dialog"));
  await user.click(again.getByRole("button", { name: "Stop all agents" }));
  expect(await screen.findByText("Agents are switched off. What comes in is kept and waits.")).toBeVisible();
  expect(screen.getByText(/Switched off by Ada Lovelace/)).toHaveTextContent("“It texted the wrong person.”");
  await user.click(screen.getByRole("button", { name: "Turn agents on" }));
  expect(await screen.findByRole("heading", { name: "Agents are on" })).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/What comes in is kept and waits/)).toBeNull());
  expect(sent).toEqual([
    { name: "agents", enabled: false, reason: "It texted the wrong person." },
    { name: "agents", enabled: true },
  ]);
});

test("one thing is switched off and says what that stops", async () => {
  signedInAs();
  const { sent } = serve();
  const { user } = renderApp("/settings/flags");
  const tools = await screen.findByRole("switch", { name: "Tools" });
  expect(tools).toBeChecked();
  expect(screen.getByText("While it is off, tools stop.")).toBeVisible();
  await user.click(tools);
  await waitFor(() => expect(screen.getByRole("switch", { name: "Tools" })).not.toBeChecked());
  expect(sent).toEqual([{ name: "tools", enabled: false }]);
  expect(screen.queryByText(/What comes in is kept and waits/)).toBeNull();
});

test("a refusal is shown", async () => {
  signedInAs();
  serve();
  const refused = () => failure(503, { code: "unavailable", message: "The database is busy. Try again." });
  server.use(http.put("*/api/flags/:name", refused));
  const { user } = renderApp("/settings/flags");
  await user.click(await screen.findByRole("switch", { name: "Indexing" }));
  expect(await screen.findByText("The database is busy. Try again.")).toBeVisible();
  expect(screen.getByRole("switch", { name: "Indexing" })).toBeChecked();
});

test("a plain member sees it and changes nothing", async () => {
  signedInAs(plainMember);
  serve({ reminders: { enabled: false, organisation: false, changed_at: "2026-02-03T04:05:06Z" } });
  renderApp("/settings/flags");
  const reminders = await screen.findByRole("switch", { name: "Schedules and reminders" });
  expect(reminders).not.toBeChecked();
  expect(reminders).toBeDisabled();
  expect(screen.getByText(/by somebody who has left/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Stop all agents" })).toBeNull();
  expect(screen.getByText("An owner or an admin can change these.")).toBeVisible();
});

test("what the installation has off cannot be turned on here", async () => {
  signedInAs();
  serve({
    tools: { enabled: false, installation: false },
    indexing: { enabled: false, configuration: false },
  });
  renderApp("/settings/flags");
  expect(await screen.findByRole("switch", { name: "Tools" })).toBeDisabled();
  expect(screen.getByText("Off for the whole installation.")).toBeVisible();
  expect(screen.getByRole("switch", { name: "Indexing" })).toBeDisabled();
  expect(screen.getByText("Off in the configuration of this installation.")).toBeVisible();
});

test("every page says at once that agents were switched off elsewhere", async () => {
  signedInAs(plainMember);
  const { flags } = serve();
  renderApp("/inbox");
  await screen.findByRole("heading", { level: 1, name: "Inbox" });
  await waitFor(() => expect(FakeEventSource.opened.length).toBeGreaterThan(0));
  expect(screen.queryByText(/Agents are switched off/)).toBeNull();
  Object.assign(flags[0] as Flag, { enabled: false, installation: false });
  act(() => FakeEventSource.newest.tell("org.flag", "1-0"));
  expect(await screen.findByText(/Agents are switched off/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Switches" })).toHaveAttribute("href", "/settings/flags");
});
