import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { myAgent } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { failure, server, signedInAs } from "@/test/server";

const saved: unknown[] = [];

beforeEach(() => {
  saved.length = 0;
  signedInAs();
  server.use(
    http.get("*/v1/agent/config", () => HttpResponse.json(myAgent)),
    http.get("*/v1/models", () =>
      HttpResponse.json({
        object: "list",
        data: ["openai:gpt", "steward:assistant", "embedder"].map((id) => ({ id, object: "model" })),
      }),
    ),
    http.put("*/v1/agent/config", async ({ request }) => {
      saved.push(await request.json());
      return HttpResponse.json({ ...myAgent, model: null, revision: 5 });
    }),
  );
});

test("what was changed is saved, and only that", async () => {
  const { user } = renderApp("/settings/agent");
  const model = await screen.findByRole("combobox", { name: "Model" });
  expect(model).toHaveValue("anthropic:claude");
  expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
  await user.clear(model);
  expect(screen.getByText("There are changes that are not saved.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Your agent was saved.")).toBeVisible();
  expect(saved).toEqual([{ model: "", revision: 4 }]);
  expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
});

test("the models that are set up are offered, agents are not", async () => {
  renderApp("/settings/agent");
  const model = await screen.findByRole("combobox", { name: "Model" });
  const offered = () =>
    [...document.querySelectorAll(`datalist[id="${model.getAttribute("list")}"] option`)].map((option) =>
      option.getAttribute("value"),
    );
  await waitFor(() => expect(offered()).toEqual(["openai:gpt"]));
});

test("what the server refuses is said at the field", async () => {
  const message = "This must be the name of a time zone, like `Europe/Vienna`.";
  server.use(
    http.put("*/v1/agent/config", () =>
      failure(422, { code: "invalid", message, field: "preferences.time_zone" }),
    ),
  );
  const { user } = renderApp("/settings/agent");
  const zone = await screen.findByRole("combobox", { name: "Time zone" });
  await user.clear(zone);
  await user.type(zone, "Atlantis");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(zone).toBeInvalid();
  expect(zone).toHaveValue("Atlantis");
});

test("somebody else's change is not overwritten", async () => {
  server.use(
    http.put("*/v1/agent/config", () =>
      failure(409, {
        code: "changed_meanwhile",
        message: "Somebody else changed this meanwhile. Read it again.",
      }),
    ),
  );
  const { user } = renderApp("/settings/agent");
  await user.type(await screen.findByRole("textbox", { name: "Style" }), "Short.");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/Somebody else changed this meanwhile/)).toBeVisible();
  server.use(
    http.get("*/v1/agent/config", () => HttpResponse.json({ ...myAgent, system_prompt: "Theirs." })),
  );
  await user.click(screen.getByRole("button", { name: "Discard and read it again" }));
  expect(await screen.findByDisplayValue("Theirs.")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Style" })).toHaveValue("");
});

test("a page with unsaved changes asks before it is left", async () => {
  const { user, router } = renderApp("/settings/agent");
  await user.click(await screen.findByRole("checkbox", { name: /Enabled/ }));
  await user.click(screen.getByRole("link", { name: "Profile" }));
  const question = await screen.findByRole("dialog", { name: "Leave without saving?" });
  await user.click(within(question).getByRole("button", { name: "Stay here" }));
  expect(router.state.location.pathname).toBe("/settings/agent");
  await user.click(screen.getByRole("link", { name: "Profile" }));
  await user.click(await screen.findByRole("button", { name: "Leave" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
});

test("a page without changes is left at once", async () => {
  const { user } = renderApp("/settings/agent");
  await screen.findByRole("checkbox", { name: /Enabled/ });
  await user.click(screen.getByRole("link", { name: "Profile" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
});
