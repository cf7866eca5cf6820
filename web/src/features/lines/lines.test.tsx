import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import type { Line } from "@/api/types";
import { frontDesk, frontDeskAgent, plainMember } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { nothing, page, server, signedInAs } from "@/test/server";

test("a line is added, renamed, given an agent and deleted", async () => {
  signedInAs();
  let lines: Line[] = [];
  const agents: unknown[] = [];
  const kept = async (request: Request) => {
    const body = (await request.json()) as Partial<Line>;
    agents.push(body.agent_id);
    lines = [{ ...frontDesk, ...body }];
    return lines[0];
  };
  server.use(
    http.get("*/api/agents", () => page([frontDeskAgent])),
    http.get("*/api/lines", () => page(lines)),
    http.post("*/api/lines", async ({ request }) => HttpResponse.json(await kept(request), { status: 201 })),
    http.patch("*/api/lines/l-1", async ({ request }) => HttpResponse.json(await kept(request))),
    http.delete("*/api/lines/l-1", () => {
      lines = [];
      return nothing();
    }),
  );
  const { user } = renderApp("/settings/lines");
  expect(await screen.findByRole("heading", { name: "No lines" })).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Add line" }));
  const dialog = screen.getByRole("dialog", { name: "Add a line" });
  await user.selectOptions(within(dialog).getByLabelText("Provider"), "Quo (OpenPhone)");
  await user.type(within(dialog).getByLabelText("Address"), "+14155550100");
  await user.type(within(dialog).getByLabelText("Label"), "Front desk");
  await user.click(within(dialog).getByRole("button", { name: "Add line" }));
  expect(await screen.findByText("Phone with Quo · +14155550100")).toBeVisible();
  expect(screen.getByText("No agent: nobody answers by itself")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Edit Front desk" }));
  await user.clear(screen.getByLabelText("Label"));
  await user.type(screen.getByLabelText("Label"), "Reception");
  await user.selectOptions(screen.getByLabelText("Agent"), "Front desk agent");
  expect(screen.getByLabelText("Agent")).toHaveAccessibleDescription(/what lets an agent answer/);
  await user.click(screen.getByRole("button", { name: "Save" }));

  expect(await screen.findByRole("link", { name: "Front desk agent" })).toHaveAttribute(
    "href",
    "/agents/a-1",
  );

  await user.click(screen.getByRole("button", { name: "Edit Reception" }));
  expect(screen.getByLabelText("Agent")).toHaveDisplayValue("Front desk agent");
  await user.selectOptions(screen.getByLabelText("Agent"), "No agent");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("No agent: nobody answers by itself")).toBeVisible();
  expect(agents).toEqual(["", "a-1", ""]);

  await user.click(await screen.findByRole("button", { name: "Delete Reception" }));
  await user.click(screen.getByRole("button", { name: "Delete line" }));
  expect(await screen.findByRole("heading", { name: "No lines" })).toBeVisible();
});

test("a plain member sees the lines and no way to change them", async () => {
  signedInAs(plainMember);
  server.use(http.get("*/api/lines", () => page([frontDesk])));
  renderApp("/settings/lines");
  const list = await screen.findByRole("list", { name: "Lines" });
  expect(within(list).getByText("Front desk")).toBeVisible();
  expect(within(screen.getByRole("main")).queryByRole("button")).toBeNull();
});
