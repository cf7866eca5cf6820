import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { FakeEventSource } from "@/test/events";
import { renderApp } from "@/test/render";
import { failure, server, signedInAs } from "@/test/server";
import { FakeWorkspace, shaOf } from "@/test/workspace";

let workspace: FakeWorkspace;

beforeEach(() => {
  signedInAs();
  workspace = new FakeWorkspace();
});

const list = () => screen.findByRole("list", { name: "Files and folders" });
const editor = () => screen.findByRole("form", { name: /^Edit/ });
const etag = (text: string) => `"${shaOf(text)}"`;

async function edit(user: ReturnType<typeof renderApp>["user"]) {
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  return within(await editor());
}

test("the path bar leads through folders to a file and back", async () => {
  workspace.put("areas/leases/a b.md", "# Renewals\n\nSee [the other](../b.md).").put("areas/b.md", "B");
  const { router, user } = renderApp("/workspace");
  expect(await screen.findByRole("heading", { level: 1, name: "Workspace" })).toBeVisible();
  expect(screen.queryByRole("navigation", { name: "Path" })).toBeNull();
  await user.click(within(await list()).getByRole("link", { name: "areas" }));
  await user.click(await screen.findByRole("link", { name: "leases" }));
  await user.click(await screen.findByRole("link", { name: "a b.md" }));
  expect(await screen.findByRole("heading", { level: 1, name: "a b.md" })).toBeVisible();
  expect(router.state.location.href).toBe("/workspace/areas/leases/a%20b.md");
  expect(await screen.findByRole("heading", { level: 3, name: "Renewals" })).toBeVisible();
  await waitFor(() => expect(document.title).toBe("areas/leases/a b.md · Workspace · Steward"));
  // A link from one file to another stays inside.
  await user.click(screen.getByRole("link", { name: "the other" }));
  expect(await screen.findByRole("heading", { level: 1, name: "b.md" })).toBeVisible();
  const path = within(screen.getByRole("navigation", { name: "Path" }));
  expect(path.getByText("b.md")).toHaveAttribute("aria-current", "page");
  await user.click(path.getByRole("link", { name: "Workspace" }));
  expect(await list()).toBeVisible();
  expect(router.state.location.pathname).toBe("/workspace");
});

test("a list tells folders from files, how large they are, by whom, and what is to be wary of", async () => {
  workspace
    .put("notes.md", "Hello", { trust: "untrusted", updated_by: { kind: "mirror" } })
    .put("a.conflict-20261116T101500Z.md", "x", { conflict_of: "a.md" })
    .put("areas/b.md", "B");
  renderApp("/workspace");
  const rows = within(await list()).getAllByRole("listitem");
  expect(rows.map((row) => within(row).getAllByRole("link")[0]?.textContent)).toEqual([
    "areas",
    "a.conflict-20261116T101500Z.md",
    "notes.md",
  ]);
  const [, conflict, notes] = rows;
  expect(notes).toHaveTextContent("5 bytes · The folder on disk");
  expect(notes).toHaveTextContent("From outside");
  expect(conflict).toHaveTextContent("Conflict");
  expect(within(conflict as HTMLElement).getByRole("link", { name: "a.md" })).toHaveAttribute(
    "href",
    "/workspace/a.md",
  );
});

test("an empty workspace says so and offers to begin", async () => {
  const { user } = renderApp("/workspace");
  expect(await screen.findByRole("heading", { name: "No files yet" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "New folder" }));
  await user.type(screen.getByLabelText("Name"), "areas");
  await user.click(screen.getByRole("button", { name: "Make folder" }));
  expect(await screen.findByRole("heading", { name: "This folder is empty" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "New file" }));
  const dialog = within(screen.getByRole("dialog", { name: "New file" }));
  await user.type(dialog.getByLabelText("Name"), "leases");
  await user.click(dialog.getByRole("button", { name: "Make file" }));
  expect(await dialog.findByText("The name of a file ends with .md, .txt or .json.")).toBeVisible();
  await user.type(dialog.getByLabelText("Name"), ".md");
  await user.click(dialog.getByRole("button", { name: "Make file" }));
  // An empty file opens to be written.
  const form = within(await editor());
  expect(screen.getByRole("heading", { level: 1, name: "leases.md" })).toBeVisible();
  await user.type(form.getByLabelText("Text"), "# Leases");
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("heading", { level: 3, name: "Leases" })).toBeVisible();
  expect(workspace.text("areas/leases.md")).toBe("# Leases");
  expect(workspace.conditions).toEqual(["*", etag("")]);
});

test("a file whose name is taken is not made", async () => {
  workspace.put("a.md", "A");
  const { user } = renderApp("/workspace");
  await user.click(await screen.findByRole("button", { name: "New file" }));
  await user.type(screen.getByLabelText("Name"), "a.md");
  await user.click(screen.getByRole("button", { name: "Make file" }));
  expect(await screen.findByText("There is a file with this name.")).toBeVisible();
  expect(workspace.text("a.md")).toBe("A");
});

test("an edit is previewed and saved with the keyboard, and the editor stays", async () => {
  workspace.put("a.md", "one\r\ntwo");
  const { user } = renderApp("/workspace/a.md");
  const form = await edit(user);
  await user.type(form.getByLabelText("Text"), "\n\n**three**");
  expect((await within(form.getByRole("region", { name: "Preview" })).findByText("three")).tagName).toBe(
    "STRONG",
  );
  await user.keyboard("{Meta>}s{/Meta}");
  expect(await screen.findByText("a.md was saved.")).toBeVisible();
  // Its line ends are what they were.
  expect(workspace.text("a.md")).toBe("one\r\ntwo\r\n\r\n**three**");
  await user.type(form.getByLabelText("Text"), "!");
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(workspace.text("a.md")).toMatch(/!$/));
  await waitFor(() => expect(form.getByRole("button", { name: "Save" })).not.toHaveAttribute("aria-busy"));
  expect(screen.queryByText("Somebody changed this file meanwhile.")).toBeNull();
  await user.click(form.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("form")).toBeNull();
});

test("what is not saved is not lost by a click", async () => {
  workspace.put("a.md", "A");
  const { router, user } = renderApp("/workspace/a.md");
  const form = await edit(user);
  await user.type(form.getByLabelText("Text"), "B");
  await user.click(screen.getByRole("link", { name: "Inbox" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Stay here" }));
  expect(router.state.location.pathname).toBe("/workspace/a.md");
  await user.click(form.getByRole("button", { name: "Cancel" }));
  const dialog = within(screen.getByRole("dialog", { name: "Discard your changes?" }));
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(form.getByLabelText("Text")).toHaveValue("AB");
  await user.click(form.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.queryByRole("form")).toBeNull();
  expect(workspace.text("a.md")).toBe("A");
});

test("a file that is too long cannot be saved", async () => {
  workspace.put("a.txt", "x");
  const { user } = renderApp("/workspace/a.txt");
  const form = await edit(user);
  fireEvent.change(form.getByLabelText("Text"), { target: { value: "x".repeat(1_000_001) } });
  expect(form.getByText(/a file has at most 1.0 MB/)).toBeVisible();
  expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
});

async function editInConflict(theirs: string | null) {
  workspace.put("a.md", "Tea at four.");
  const { user } = renderApp("/workspace/a.md");
  const form = await edit(user);
  await user.type(form.getByLabelText("Text"), " Always.");
  workspace.put("a.md", theirs);
  await user.click(form.getByRole("button", { name: "Save" }));
  return { user, form };
}

test("a conflict shows both texts, and mine can be kept", async () => {
  const { user, form } = await editInConflict("Tea at five.");
  expect(await form.findByText("Somebody changed this file meanwhile.")).toBeVisible();
  expect(form.getByLabelText("Yours")).toHaveValue("Tea at four. Always.");
  expect(form.getByRole("region", { name: "Theirs" })).toHaveTextContent("Tea at five.");
  expect(within(form.getByRole("list", { name: "What changed meanwhile" })).getByText("five").tagName).toBe(
    "INS",
  );
  // The keyboard does not settle it by chance.
  await user.keyboard("{Meta>}s{/Meta}");
  await user.click(form.getByRole("button", { name: "Keep mine" }));
  expect(await screen.findByText("a.md was saved.")).toBeVisible();
  expect(workspace.text("a.md")).toBe("Tea at four. Always.");
  expect(workspace.conditions).toEqual([etag("Tea at four."), etag("Tea at five.")]);
});

test("a conflict can be settled by taking theirs, which saves nothing", async () => {
  const { user, form } = await editInConflict("Tea at five.");
  await user.click(await form.findByRole("button", { name: "Take theirs" }));
  expect(screen.queryByRole("form")).toBeNull();
  expect(await screen.findByText("Tea at five.")).toBeVisible();
  expect(workspace.conditions).toHaveLength(1);
});

test("a file that was deleted meanwhile can be made again from what was typed", async () => {
  const { user, form } = await editInConflict(null);
  expect(await form.findByText("Somebody deleted this file meanwhile.")).toBeVisible();
  await user.click(form.getByRole("button", { name: "Save mine as a new file" }));
  expect(await screen.findByText("a.md was saved.")).toBeVisible();
  expect(workspace.text("a.md")).toBe("Tea at four. Always.");
  expect(workspace.conditions.at(-1)).toBe("*");
});

test("what somebody else changes is shown at once, and only what is typed is in conflict with it", async () => {
  workspace.put("a.md", "one");
  const { user } = renderApp("/workspace/a.md");
  expect(await screen.findByText("one")).toBeVisible();
  await waitFor(() => expect(FakeEventSource.newest.url).toMatch(/events/));
  workspace.put("a.md", "two");
  act(() => FakeEventSource.newest.tell("workspace.changed", "1-0"));
  expect(await screen.findByText("two")).toBeVisible();
  const form = await edit(user);
  workspace.put("a.md", "three");
  act(() => FakeEventSource.newest.tell("workspace.changed", "2-0"));
  await waitFor(() => expect(form.getByLabelText("Text")).toHaveValue("three"));
  await user.type(form.getByLabelText("Text"), "!");
  workspace.put("a.md", "four");
  act(() => FakeEventSource.newest.tell("workspace.changed", "3-0"));
  expect(await form.findByText("Somebody changed this file meanwhile.")).toBeVisible();
  expect(form.getByLabelText("Yours")).toHaveValue("three!");
});

test("any version is compared with the present one and restored", async () => {
  workspace.put("a.md", "Tea at four.").put("a.md", "Tea at five.").put("a.md", "Tea at six.");
  const { user } = renderApp("/workspace/a.md");
  await user.click(await screen.findByRole("link", { name: "Versions" }));
  const versions = within(await screen.findByRole("navigation", { name: "Versions" }));
  expect(versions.getByRole("link", { name: /Version 3 Present/ })).toBeVisible();
  await user.click(versions.getByRole("link", { name: /Version 1/ }));
  const diff = within(await screen.findByRole("list", { name: "Differences" }));
  expect(diff.getByText("four").tagName).toBe("DEL");
  expect(versions.getByRole("link", { current: "page" })).toHaveTextContent("Version 1");
  await user.click(await screen.findByRole("button", { name: "Restore version 1" }));
  expect(await screen.findByText("Version 1 is the present text again.")).toBeVisible();
  expect(await versions.findByText("Restored from 1")).toBeVisible();
  expect(workspace.conditions).toEqual([etag("Tea at six.")]);
  await user.click(screen.getByRole("link", { name: "Text" }));
  expect(await screen.findByText("Tea at four.")).toBeVisible();
});

test("a file is deleted once that is confirmed, and can be brought back", async () => {
  workspace.put("areas/a.md", "A").put("areas/b.md", "B");
  const { router, user } = renderApp("/workspace/areas/a.md");
  await user.click(await screen.findByRole("button", { name: "Delete a.md" }));
  await user.click(screen.getByRole("button", { name: "Delete file" }));
  expect(await screen.findByText("a.md was deleted.")).toBeVisible();
  await waitFor(() => expect(router.state.location.pathname).toBe("/workspace/areas"));
  expect(within(await list()).queryByRole("link", { name: "a.md" })).toBeNull();
  await act(() => router.navigate({ to: "/workspace/$", params: { _splat: "areas/a.md" }, search: {} }));
  expect(await screen.findByText(/This file was deleted/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Restore version 1" }));
  expect(await screen.findByRole("button", { name: "Edit" })).toBeVisible();
  expect(workspace.conditions).toEqual([etag("A"), "*"]);
});

test("a file that somebody changed since it was shown is not deleted unseen", async () => {
  workspace.put("a.md", "A");
  const { user } = renderApp("/workspace/a.md");
  await user.click(await screen.findByRole("button", { name: "Delete a.md" }));
  workspace.put("a.md", "B");
  await user.click(screen.getByRole("button", { name: "Delete file" }));
  expect(await screen.findByText("Somebody changed it meanwhile.")).toBeVisible();
  expect(workspace.text("a.md")).toBe("B");
  expect(await screen.findByText("B")).toBeInTheDocument();
});

test("a folder that is not empty stays, and the server says why", async () => {
  workspace.put("areas/a.md", "A").folders.add("areas");
  const { user } = renderApp("/workspace/areas");
  await user.click(await screen.findByRole("button", { name: "Delete areas" }));
  await user.click(screen.getByRole("button", { name: "Delete folder" }));
  expect(await screen.findByText("Something lies in this folder.")).toBeVisible();
});

test("a file in conflict leads to its original and is compared with it, and back", async () => {
  const copy = "a.conflict-20261116T101500Z.md";
  workspace.put("a.md", "Tea at four.").put(copy, "Tea at five.", { conflict_of: "a.md" });
  const { user } = renderApp(`/workspace/${copy}`);
  const note = within(await screen.findByRole("region", { name: "Conflict" }));
  await user.click(note.getByRole("button", { name: "Compare the two" }));
  const diff = within(await note.findByRole("list", { name: "From a.md to this file" }));
  expect(diff.getByText("five").tagName).toBe("INS");
  await user.click(note.getByRole("link", { name: "a.md" }));
  expect(await screen.findByRole("heading", { level: 1, name: "a.md" })).toBeVisible();
  const original = within(await screen.findByRole("region", { name: "Conflict" }));
  expect(original.getByRole("link", { name: copy })).toBeVisible();
});

test("what is not Markdown is shown as it stands, and can be downloaded", async () => {
  workspace.put("data/a b.json", '{ "a": "**b**" }', { trust: "untrusted" });
  renderApp("/workspace/data/a%20b.json");
  expect(await screen.findByText('{ "a": "**b**" }')).toBeVisible();
  expect(screen.getByText("From outside")).toBeVisible();
  expect(screen.getByRole("link", { name: "Download a b.json" })).toHaveAttribute(
    "href",
    "/api/workspace/download?path=data%2Fa%20b.json",
  );
});

test("what is not there is not found, and what cannot be read can be asked for again", async () => {
  // React reports what an error boundary caught, which is the point here.
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const { router, user } = renderApp("/workspace/nowhere.md");
  expect(await screen.findByRole("heading", { name: "There is nothing here" })).toBeVisible();
  server.use(
    http.get("*/api/workspace/ls", () => failure(500, { code: "internal", message: "It broke." }), {
      once: true,
    }),
  );
  await act(() => router.navigate({ to: "/workspace/$", params: { _splat: "" }, search: {} }));
  expect(await screen.findByText("It broke.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "No files yet" })).toBeVisible();
});

test("an address with lines shows the file as it is written, with them marked", async () => {
  workspace.put("areas/b.md", "# One\n\n**Two**\nThree\n");
  const { user } = renderApp("/workspace/areas/b.md?line=3&to=4");
  expect(await screen.findByText("Lines 3 to 4 are marked.")).toBeVisible();
  expect(screen.getByText("**Two**").tagName).toBe("MARK");
  expect(screen.getByText("Three").tagName).toBe("MARK");
  expect(screen.getByText("# One").tagName).toBe("SPAN");
  await user.click(screen.getByRole("link", { name: "Show it laid out" }));
  expect((await screen.findByText("Two")).tagName).toBe("STRONG");
});

test("a line that the file does not have any more is said to be gone", async () => {
  workspace.put("areas/b.md", "One\n");
  renderApp("/workspace/areas/b.md?line=9");
  expect(await screen.findByText("The file has no line 9 any more.")).toBeVisible();
});
