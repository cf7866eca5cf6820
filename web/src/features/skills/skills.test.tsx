import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import type { Skill, SkillProblem } from "@/api/types";
import { FakeEventSource } from "@/test/events";
import { plainMember } from "@/test/fixtures";
import { renderApp } from "@/test/render";
import { failure, server, signedInAs } from "@/test/server";

const untouched = { allowed: false, changed_since: false, allowed_by: null, allowed_at: null };
const router: Skill = {
  name: "router",
  description: "Finds out what is meant.",
  source: "built_in",
  files: [{ path: "confirmation.md", kind: "reference" }],
  sha256: "aa",
  scripts: null,
};
const leases: Skill = {
  name: "leases",
  description: "Checks leases.",
  source: "workspace",
  files: [
    { path: "references/terms.md", kind: "reference" },
    { path: "scripts/check.py", kind: "script" },
  ],
  sha256: "bb",
  scripts: untouched,
};

/** A server that does what it is told; tells what it was told. */
function serve(own: Partial<Skill> = {}, problems: SkillProblem[] = []) {
  const skill = { ...leases, ...own };
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/skills", () => HttpResponse.json({ skills: [router, skill], problems })),
    http.put("*/api/skills/leases/scripts", async ({ request }) => {
      const body = (await request.json()) as { allowed: boolean };
      sent.push(body);
      const by = { allowed_by: { id: "m-ada", name: "Ada Lovelace" }, allowed_at: "2026-02-03T04:05:06Z" };
      skill.scripts = body.allowed ? { allowed: true, changed_since: false, ...by } : untouched;
      return HttpResponse.json(skill);
    }),
  );
  return { sent, change: (to: Partial<Skill>) => Object.assign(skill, to) };
}

const name = "Run the scripts of leases";

test("scripts are allowed as they are after a question, and taken back at once", async () => {
  signedInAs();
  const { sent } = serve();
  const { user } = renderApp("/settings/skills");
  const list = within(await screen.findByRole("list", { name: "Skills" }));
  expect(list.getByText("It has scripts, which are read and not run.")).toBeVisible();
  expect(list.getAllByRole("switch")).toHaveLength(1);
  await user.click(list.getByRole("switch", { name }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText(/Read scripts\/check\.py first/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(sent).toEqual([]);
  await user.click(list.getByRole("switch", { name }));
  await user.click(screen.getByRole("button", { name: "Allow scripts" }));
  expect(await list.findByText(/Scripts allowed by Ada Lovelace/)).toBeVisible();
  await user.click(list.getByRole("switch", { name }));
  expect(await list.findByText("It has scripts, which are read and not run.")).toBeVisible();
  expect(sent).toEqual([{ allowed: true, sha256: "bb" }, { allowed: false }]);
});

test("files that were changed since are told, and so is what is wrong with others", async () => {
  signedInAs();
  const before = { ...untouched, changed_since: true, allowed_at: "2026-02-03T04:05:06Z" };
  serve({ scripts: before }, [
    { file: "skills/rents/SKILL.md", line: 3, reason: "`description` is missing" },
  ]);
  renderApp("/settings/skills");
  expect(await screen.findByText("Changed since")).toBeVisible();
  expect(screen.getByRole("switch", { name })).not.toBeChecked();
  expect(screen.getByText(/they are not run until somebody allows them again/)).toBeVisible();
  const way = screen.getByRole("link", { name: "skills/rents/SKILL.md, line 3" });
  expect(way.getAttribute("href")).toContain("/workspace/skills/rents/SKILL.md");
});

test("a refusal is told in the dialog", async () => {
  signedInAs();
  serve();
  const message = "The files of the skill have changed since you looked at them.";
  const refused = () => failure(409, { code: "conflict", message });
  server.use(http.put("*/api/skills/leases/scripts", refused));
  const { user } = renderApp("/settings/skills");
  await user.click(await screen.findByRole("switch", { name }));
  await user.click(screen.getByRole("button", { name: "Allow scripts" }));
  expect(await screen.findByText(message)).toBeVisible();
});

test("what is allowed is what was there when it was asked, also if a file is changed meanwhile", async () => {
  signedInAs();
  const { sent, change } = serve();
  const { user } = renderApp("/settings/skills");
  await user.click(await screen.findByRole("switch", { name }));
  change({ sha256: "cc", description: "Checks other leases." });
  act(() => FakeEventSource.newest.tell("workspace.changed", "1-0", {}));
  expect(await screen.findByText("Checks other leases.")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Allow scripts" }));
  await waitFor(() => expect(sent).toEqual([{ allowed: true, sha256: "bb" }]));
});

test("a plain member sees it and allows nothing", async () => {
  signedInAs(plainMember);
  serve();
  renderApp("/settings/skills");
  await waitFor(() => expect(screen.getByRole("switch", { name })).toBeDisabled());
  expect(screen.getByText("An owner or an admin can allow scripts.")).toBeVisible();
});
