import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Line, PhoneMessage } from "@/api/types";
import { frontDesk, plainMember } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { nothing, page, server, signedInAs } from "@/test/server";

const line: Line = { ...frontDesk, provider: "loopback" };

beforeEach(() => {
  signedInAs();
  server.use(http.get("*/api/lines", () => page([line])));
});

function switchedOn() {
  server.use(http.get("*/api/phone", () => HttpResponse.json({ is_on: true })));
}

test("what is written on the phone is sent once from the number, and what arrives is shown", async () => {
  switchedOn();
  let messages: PhoneMessage[] = [];
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/phone/l-1/messages", ({ request }) => {
      expect(new URL(request.url).searchParams.get("number")).toBe("+14155550142");
      return page(messages);
    }),
    http.post("*/api/phone/l-1/messages", async ({ request }) => {
      sent.push(await request.json());
      const at = "2026-02-03T04:05:06Z";
      messages = [
        { id: "2", direction: "out", text: "Yes.", at },
        { id: "1", direction: "in", text: "Is it free?", at },
      ];
      return nothing();
    }),
  );
  const { user } = renderApp("/phone");
  await user.type(await screen.findByLabelText("Number"), "+1 415 555 0142{Enter}");
  const phone = screen.getByRole("region", { name: "Phone of +14155550142" });
  expect(await within(phone).findByText(/^Nothing yet/)).toBeVisible();
  await user.type(within(phone).getByRole("textbox", { name: "Text Front desk" }), "Is it free?{Enter}");
  expect(await within(phone).findByText("Yes.")).toBeVisible();
  expect(sent).toEqual([{ number: "+14155550142", text: "Is it free?", client_id: expect.any(String) }]);
});

test("without the setting the page says how to switch it on", async () => {
  renderApp("/phone");
  expect(await screen.findByRole("heading", { name: "The phone is off" })).toBeVisible();
});

test("a plain member cannot write in a contact's name", async () => {
  switchedOn();
  signedInAs(plainMember);
  renderApp("/phone");
  expect(await screen.findByRole("heading", { name: "For admins" })).toBeVisible();
  expect(screen.queryByRole("textbox")).toBeNull();
});
