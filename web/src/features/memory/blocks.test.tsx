import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import type { Block } from "@/api/types";
import { frontDeskAgent, maria } from "@/test/fixtures";
import { human, humanVersions, persona, stats } from "@/test/memory-fixtures";
import { renderApp } from "@/test/render";
import { failure, nothing, page, server, signedInAs } from "@/test/server";

const path = "*/v1/agent/memory/blocks";

beforeEach(() => {
  signedInAs();
  server.use(
    http.get("*/v1/rag/stats", () => HttpResponse.json(stats)),
    http.get(path, () => page([persona, human])),
    http.get(`${path}/human`, () => HttpResponse.json(human)),
    http.get(`${path}/human/versions`, () => page(humanVersions)),
  );
});

const card = async (label: string) =>
  within(await screen.findByRole("listitem", { name: new RegExp(`^${label}`) }));

test("blocks show what they hold, how full they are and how far they can be trusted", async () => {
  const { router } = renderApp("/memory");
  const first = await card("persona");
  expect(router.state.location.pathname).toBe("/memory/blocks");
  expect(first.getByText("I am a helpful AI assistant.")).toBeVisible();
  expect(first.getByText("28 of 5,000 characters")).toBeVisible();
  expect(first.getByText("Read-only for agents")).toBeVisible();
  expect(first.queryByRole("button", { name: /Undo/ })).toBeNull();
  expect((await card("human")).getByText("From outside")).toBeVisible();
});

test("an edit sends what was changed and the version it began with", async () => {
  const bodies: unknown[] = [];
  server.use(
    http.put(`${path}/human`, async ({ request }) => {
      expect(new URL(request.url).searchParams.get("scope")).toBe("member");
      bodies.push(await request.json());
      return HttpResponse.json({ ...human, version: 4 });
    }),
  );
  const { user } = renderApp("/memory/blocks");
  await user.click((await card("human")).getByRole("button", { name: "Edit human" }));
  const form = within(screen.getByRole("form", { name: "Edit human" }));
  await user.clear(form.getByLabelText("Text"));
  await user.type(form.getByLabelText("Text"), "Likes milk.");
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("human was saved.")).toBeVisible();
  expect(bodies).toEqual([{ value: "Likes milk.", version: 3 }]);
  expect(screen.queryByRole("form", { name: "Edit human" })).toBeNull();
});

test("a text over the limit cannot be saved", async () => {
  const { user } = renderApp("/memory/blocks");
  await user.click((await card("human")).getByRole("button", { name: "Edit human" }));
  const form = within(screen.getByRole("form", { name: "Edit human" }));
  await user.clear(form.getByLabelText("Limit"));
  await user.type(form.getByLabelText("Limit"), "5");
  expect(form.getByText("32 of 5 characters")).toBeVisible();
  expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
});

function servedConflict(bodies: { version?: number }[]) {
  const theirs: Block = { ...human, value: "Likes cocoa.\nWorks at the harbour.", version: 4 };
  server.use(
    http.get(`${path}/human`, () => HttpResponse.json(theirs)),
    http.put(`${path}/human`, async ({ request }) => {
      const body = (await request.json()) as { version?: number };
      bodies.push(body);
      return body.version === 4
        ? HttpResponse.json({ ...theirs, ...body, version: 5 })
        : failure(409, { code: "changed_meanwhile", message: "Somebody changed the block meanwhile." });
    }),
  );
}

async function editInConflict() {
  const { user } = renderApp("/memory/blocks");
  await user.click((await card("human")).getByRole("button", { name: "Edit human" }));
  const form = within(screen.getByRole("form", { name: "Edit human" }));
  await user.type(form.getByLabelText("Text"), " Sings.");
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await form.findByText("Somebody changed this block meanwhile.")).toBeVisible();
  return { user, form };
}

test("a conflict shows what changed meanwhile, and mine can be saved over it", async () => {
  const bodies: { version?: number }[] = [];
  servedConflict(bodies);
  const { user, form } = await editInConflict();
  const diff = within(form.getByRole("list", { name: "What changed meanwhile" }));
  expect(diff.getByText("tea").tagName).toBe("DEL");
  expect(diff.getByText("cocoa").tagName).toBe("INS");
  expect(form.getByLabelText("Text")).toHaveValue(`${human.value} Sings.`);
  await user.click(form.getByRole("button", { name: "Save mine over it" }));
  expect(await screen.findByText("human was saved.")).toBeVisible();
  expect(bodies.map(({ version }) => version)).toEqual([3, 4]);
});

test("a conflict can be settled by taking theirs, which saves nothing", async () => {
  const bodies: { version?: number }[] = [];
  servedConflict(bodies);
  const { user, form } = await editInConflict();
  await user.click(form.getByRole("button", { name: "Take theirs" }));
  expect(screen.queryByRole("form", { name: "Edit human" })).toBeNull();
  expect(bodies).toHaveLength(1);
});

test("a block that was deleted meanwhile can be made again from what was typed", async () => {
  const bodies: unknown[] = [];
  server.use(
    http.get(`${path}/human`, () => failure(404, { code: "not_found", message: "There is nothing here." })),
    http.put(
      `${path}/human`,
      () => failure(409, { code: "changed_meanwhile", message: "Somebody changed the block meanwhile." }),
      { once: true },
    ),
  );
  const { user } = renderApp("/memory/blocks");
  await user.click((await card("human")).getByRole("button", { name: "Edit human" }));
  const form = within(screen.getByRole("form", { name: "Edit human" }));
  await user.type(form.getByLabelText("Text"), "!");
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await form.findByText("Somebody deleted this block meanwhile.")).toBeVisible();
  server.use(
    http.put(`${path}/human`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(human, { status: 201 });
    }),
  );
  await user.click(form.getByRole("button", { name: "Save mine as a new block" }));
  expect(await screen.findByText("human was saved.")).toBeVisible();
  expect(bodies).toEqual([
    { value: `${human.value}!`, description: human.description, char_limit: 5000, read_only: false },
  ]);
});

test("the last change is undone from the list", async () => {
  const bodies: unknown[] = [];
  server.use(
    http.post(`${path}/human/undo`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ ...human, version: 4 });
    }),
  );
  const { user } = renderApp("/memory/blocks");
  await user.click((await card("human")).getByRole("button", { name: "Undo the last change to human" }));
  expect(await screen.findByText("The last change to human was undone.")).toBeVisible();
  expect(bodies).toEqual([{ seen: human.version }]);
});

test("a version is compared with the present one and restored", async () => {
  const bodies: unknown[] = [];
  server.use(
    http.post(`${path}/human/undo`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ ...human, version: 4 });
    }),
  );
  const { user } = renderApp("/memory/blocks/human?scope=member");
  const diff = within(await screen.findByRole("list", { name: "Differences" }));
  expect(diff.getByText("coffee").tagName).toBe("DEL");
  expect(diff.getByText("tea").tagName).toBe("INS");
  const versions = within(screen.getByRole("navigation", { name: "Versions" }));
  expect(versions.getByText(/^Front desk agent/)).toBeVisible();
  await user.click(versions.getByRole("link", { name: /Version 1/ }));
  await user.click(await screen.findByRole("button", { name: "Restore version 1" }));
  expect(await screen.findByText("Version 1 is the present text again.")).toBeVisible();
  expect(bodies).toEqual([{ seen: human.version, version: 1 }]);
});

test("a block is added, unless its label is taken", async () => {
  const bodies: unknown[] = [];
  server.use(
    http.put(`${path}/rules`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ ...human, label: "rules" }, { status: 201 });
    }),
  );
  const { user } = renderApp("/memory/blocks");
  await user.click(await screen.findByRole("button", { name: "New block" }));
  const form = within(screen.getByRole("dialog", { name: "New block" }));
  await user.type(form.getByLabelText("Label"), "human");
  await user.click(form.getByRole("button", { name: "Add block" }));
  expect(await form.findByText("There is a block with this label already.")).toBeVisible();
  await user.clear(form.getByLabelText("Label"));
  await user.type(form.getByLabelText("Label"), "rules");
  await user.type(form.getByLabelText("Text"), "No noise after ten.");
  await user.click(form.getByRole("button", { name: "Add block" }));
  expect(await screen.findByText("rules was added.")).toBeVisible();
  expect(bodies).toEqual([
    { description: "", value: "No noise after ten.", char_limit: 5000, read_only: false },
  ]);
});

test("a block is deleted once that is confirmed", async () => {
  let deleted = false;
  server.use(
    http.get(path, () => page(deleted ? [persona] : [persona, human])),
    http.delete(`${path}/human`, () => {
      deleted = true;
      return nothing();
    }),
  );
  const { user } = renderApp("/memory/blocks");
  await user.click((await card("human")).getByRole("button", { name: "Delete human" }));
  const dialog = within(screen.getByRole("dialog", { name: "Delete human?" }));
  expect(dialog.getByText(/3 versions of it are removed/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Delete block" }));
  await waitFor(() => expect(screen.queryByRole("listitem", { name: /^human/ })).toBeNull());
});

test("the scope is chosen by name among agents and contacts", async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get("*/api/agents", () => page([frontDeskAgent])),
    http.get("*/api/contacts", ({ request }) =>
      page(new URL(request.url).searchParams.get("query") === "mar" ? [maria] : []),
    ),
    http.get(path, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("scope"));
      return page([]);
    }),
  );
  const { router, user } = renderApp("/memory/blocks");
  await user.click(await screen.findByRole("button", { name: "Whose memory: Mine. Change" }));
  const box = screen.getByRole("combobox", { name: "Find a contact or an agent" });
  expect(screen.getByRole("option", { name: /Front desk agent/ })).toBeVisible();
  await user.type(box, "mar");
  await user.click(await screen.findByRole("option", { name: /Maria Santos/ }));
  expect(await screen.findByRole("heading", { name: "No blocks" })).toBeVisible();
  expect(router.state.location.search).toEqual({ scope: "contact:c-maria" });
  expect(asked).toEqual(["member", "contact:c-maria"]);
  // The choice goes along to the other parts.
  expect(screen.getByRole("link", { name: "Notes" })).toHaveAttribute(
    "href",
    "/memory/notes?scope=contact%3Ac-maria",
  );
});

test("blocks that cannot be read say why and can be asked for again", async () => {
  // React reports what an error boundary caught, which is the point here.
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  server.use(
    http.get(path, () => failure(500, { code: "internal", message: "It broke." }), { once: true }),
    http.get(path, () => page([persona])),
  );
  const { user } = renderApp("/memory/blocks");
  expect(await screen.findByText("It broke.")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "Memory" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await card("persona")).toBeTruthy();
});

test("the index says what waits and how far a change of model is", async () => {
  server.use(
    http.get("*/v1/rag/stats", () =>
      HttpResponse.json({
        ...stats,
        waiting: { items: 2, files: 0, passages: 1 },
        embedding: { ...stats.embedding, reembedding: { done: 30, total: 120 } },
      }),
    ),
  );
  renderApp("/memory/blocks");
  const index = within(await screen.findByRole("region", { name: "Index" }));
  expect(index.getByText("Waiting: 2 messages to read, 1 passage to embed")).toBeVisible();
  expect(index.getByText("12 MB of 256 MB in memory")).toBeVisible();
  expect(index.getByText("1,200 messages · 1 note · 2 document passages")).toBeInTheDocument();
  expect(index.getByRole("progressbar", { name: "Embedding again" })).toHaveAttribute("aria-valuenow", "25");
});
