import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import type { Line } from "@/api/types";
import { frontDesk, plainMember } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { nothing, page, server, signedInAs } from "@/test/server";

test("a line is added, renamed and deleted", async () => {
  signedInAs();
  let lines: Line[] = [];
  server.use(
    http.get("*/api/lines", () => page(lines)),
    http.post("*/api/lines", async ({ request }) => {
      lines = [{ ...frontDesk, ...((await request.json()) as Partial<Line>) }];
      return HttpResponse.json(lines[0], { status: 201 });
    }),
    http.patch("*/api/lines/l-1", async ({ request }) => {
      lines = [{ ...frontDesk, ...((await request.json()) as Partial<Line>) }];
      return HttpResponse.json(lines[0]);
    }),
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

  await user.click(screen.getByRole("button", { name: "Edit Front desk" }));
  await user.clear(screen.getByLabelText("Label"));
  await user.type(screen.getByLabelText("Label"), "Reception");
  await user.click(screen.getByRole("button", { name: "Save" }));

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
