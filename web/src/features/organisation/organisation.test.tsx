import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { org, plainMember } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { server, signedInAs } from "@/test/server";

test("an admin renames the organisation", async () => {
  signedInAs();
  let sent: unknown;
  server.use(
    http.get("*/api/org", () => HttpResponse.json(org)),
    http.patch("*/api/org", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json(org);
    }),
  );
  const { user } = renderApp("/settings/organisation");
  const field = await screen.findByLabelText("Organisation name");
  await user.clear(field);
  await user.type(field, "  Pier 7 ");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The organisation's name was saved.")).toBeVisible();
  expect(sent).toEqual({ name: "Pier 7" });
});

test("a plain member only reads it", async () => {
  signedInAs(plainMember);
  server.use(http.get("*/api/org", () => HttpResponse.json(org)));
  renderApp("/settings/organisation");
  expect(await screen.findByRole("heading", { level: 1, name: "Organisation" })).toBeVisible();
  expect(screen.queryByLabelText("Organisation name")).toBeNull();
});
