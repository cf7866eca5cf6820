import { expect, test } from "vitest";
import { account, accountList, answer, clarification, folderOf, tree } from "@/test/account-fixtures";
import { citedFiles } from "./citations.logic";
import { detailOf, openChoices, otherWords, replyFor } from "./clarify.logic";
import { evidencePath, shownHistory, sourceGroups, untilDay } from "./history.logic";
import { isOverdue, pipelineOf } from "./pipeline.logic";
import { shownSteps } from "./steps.logic";
import { hasRead, mostFolders, shownTree } from "./tree.logic";
import { amountOf, fieldLabel, listChange, stateFields, valueText } from "./values.logic";

test.each([
  ["stage", "Quoted", "Quoted"],
  ["premium", 2600, "$2,600"],
  ["premium", 99.5, "$99.50"],
  ["renewal_date", "2027-01-01", "Jan 1, 2027"],
  ["coverage_types", ["Auto", "Property"], "Auto, Property"],
  [
    "contacts",
    [
      { name: "Ann", phone: null },
      { name: "Bob", role: "owner" },
    ],
    "Ann; Bob, owner",
  ],
  ["location", { city: "Waco", state: "TX" }, "Waco, TX"],
  ["notes", ["Paid in full.", "Prefers email"], "Paid in full. · Prefers email"],
  ["carrier", null, ""],
  ["notes", [], ""],
])("the value of %s in words: %j", (field, value, expected) => {
  expect(valueText(field, value)).toBe(expected);
});

test("fields are named as people name them", () => {
  expect(fieldLabel("follow_up_date")).toBe("Follow up date");
  expect(fieldLabel("contacts[Ann Lee].phone")).toBe("Ann Lee, phone");
  expect(fieldLabel("contacts[Ann Lee]")).toBe("Ann Lee");
  expect(fieldLabel("id")).toBe("ID");
});

test("a state shows what is known in its order, and names the rest", () => {
  const { known, missing } = stateFields(account.state);
  expect(known.map(({ field }) => field)).toEqual(["stage", "premium", "renewal_date", "contacts", "id"]);
  expect(missing).toEqual(["carrier"]);
});

test("a premium is read back from its text", () => {
  expect([amountOf("$2,600"), amountOf("$7,400.50"), amountOf(null), amountOf("")]).toEqual([
    2600,
    7400.5,
    null,
    null,
  ]);
});

test("the pipeline sums by stage, in the order of the stages", () => {
  const pipeline = pipelineOf(accountList.accounts, "");
  expect(pipeline).toMatchObject({ accounts: 4, premium: 15_000.5, unpriced: 1 });
  expect(pipeline.stages.map(({ name, premium }) => [name, premium])).toEqual([
    ["Quoted", 7600],
    ["Bound", 7400.5],
    ["No stage", 0],
  ]);
  expect(pipeline.stages[0]?.accounts.map(({ name }) => name)).toEqual([
    "Linden Dental",
    "Maple Avenue Dental",
  ]);
  expect(pipelineOf(accountList.accounts, "waco dental red").accounts).toBe(1);
  expect(pipelineOf([], "")).toEqual({ stages: [], accounts: 0, premium: 0, lost: 0, unpriced: 0 });
});

test("what was lost is summed apart, and takes no share of what can still be had", () => {
  const [first, ...others] = accountList.accounts;
  if (!first) throw new Error("There are accounts.");
  const priced = { ...first, premium: "$900.00" };
  const before = pipelineOf([priced, ...others], "");
  const after = pipelineOf([{ ...priced, stage: "Lost" }, ...others], "");
  expect([after.premium, after.lost]).toEqual([before.premium - 900, 900]);
  expect(after.stages.at(-1)).toMatchObject({ name: "Lost", premium: 900, share: null });
  const shares = after.stages.map(({ share }) => share ?? 0);
  expect(shares.reduce((all, share) => all + share, 0)).toBeCloseTo(1);
});

test("the tree shows first where something was read, and opens the way to it", () => {
  const read = new Set(["accounts/29042/sources/emails/1.md"]);
  const shown = shownTree(tree, "", read);
  expect(shown.folders.map(({ name }) => name)).toEqual(["29042", "29041"]);
  expect([...shown.opened]).toEqual([
    "accounts/29042",
    "accounts/29042/sources",
    "accounts/29042/sources/emails",
  ]);
});

test("a tree of many is cut, filtered, and stays closed when all of it was read", () => {
  const children = Array.from({ length: 450 }, (_, index) => folderOf(`${index}`, `Company ${index}`));
  const many = { path: "accounts", children };
  const all = shownTree(many, "", new Set(children.map(({ path }) => `${path}/state.md`)));
  expect(all.folders).toHaveLength(mostFolders);
  expect(all.hidden).toBe(250);
  expect(all.opened.size).toBe(0);
  expect(hasRead("accounts/4", new Set(["accounts/4/state.md"]))).toBe(true);
  expect(hasRead("accounts/4", new Set(["accounts/44/state.md"]))).toBe(false);
  const one = shownTree(many, " company 449 ", new Set());
  expect(one.folders.map(({ name }) => name)).toEqual(["449"]);
  expect(one.hidden).toBe(0);
});

test("a history is verified up to its break", () => {
  const proofs = (verified: typeof account.verified) =>
    shownHistory({ ...account, verified }).map(({ proof }) => proof);
  expect(shownHistory(account).map(({ entry }) => entry.prose)[0]).toBe("The quote came in.");
  expect(proofs(account.verified)).toEqual(["verified", "verified"]);
  const at = (entry: string | null) => ({
    ok: false,
    break: { path: "accounts/29041/history.md", entry, line: 12, what: "changed" },
  });
  expect(proofs(at("2026-02-03T10:00:00Z"))).toEqual(["broken", "verified"]);
  expect(proofs(at("2026-01-03T10:00:00Z"))).toEqual(["unknown", "broken"]);
  expect(proofs(at(null))).toEqual(["verified", "verified"]);
});

test("of a day in the past only what had happened by then is shown", () => {
  expect(untilDay(account)).toEqual({ history: account.history, sources: account.sources });
  const past = untilDay({ ...account, as_of: "2026-01-03" });
  expect(past.history.map(({ at }) => at)).toEqual(["2026-01-03T10:00:00Z"]);
  expect(past.sources.map(({ kind }) => kind)).toEqual(["email"]);
  expect(untilDay({ ...account, as_of: "2025-12-31" }).history).toEqual([]);
});

test("entries of one moment keep the order of the chain", () => {
  const [one, two] = account.history;
  if (!one || !two) throw new Error("There are two entries.");
  const history = [
    { ...one, at: "2026-01-03T10:00:00Z" },
    { ...two, at: "2026-01-03T10:00:00.5Z" },
  ];
  expect(shownHistory({ ...account, history }).map(({ entry }) => entry.id)).toEqual([two.id, one.id]);
});

test("sources are grouped by kind, and evidence that is a file can be opened", () => {
  expect(sourceGroups(account.sources).map(({ label }) => label)).toEqual(["Emails", "Calls"]);
  expect(evidencePath("accounts/29041/sources/emails/1.md")).toBe("accounts/29041/sources/emails/1.md");
  expect(evidencePath("Mark accounts/29041 as bound")).toBeNull();
});

test("which one is answered by name, or by place among namesakes", () => {
  const [first, second] = clarification.choices;
  if (!first || !second) throw new Error("There are two choices.");
  expect(replyFor(second, [first, second])).toBe("Sunny Days Early Learning");
  const namesake = { ...second, account_name: first.account_name };
  expect(replyFor(namesake, [first, namesake])).toBe("the second one");
});

test("of a changed list what came and went is told, of any other change nothing", () => {
  expect(listChange("notes", ["One.", "Two."], ["One.", "Three.", "Four."])).toEqual({
    removed: ["Two."],
    added: ["Three.", "Four."],
    kept: 1,
  });
  const contacts = [{ name: "Ann", role: "owner" }];
  expect(listChange("contacts", contacts, [...contacts, { name: "Bob", role: null }])).toMatchObject({
    removed: [],
    added: ["Bob"],
  });
  expect(listChange("notes", ["One."], ["One.", "One."])).toEqual({ removed: [], added: ["One."], kept: 1 });
  expect(listChange("notes", ["One.", "Two."], ["Two.", "One."])).toBeNull();
  expect(listChange("notes", [], ["One."])).toBeNull();
  expect(listChange("stage", "Quoted", "Bound")).toBeNull();
});

test("steps of the same kind in a row are one step, and no file is named twice", () => {
  const read = (path: string) => ({ tool: "read_file", args: { path }, summary: "Read", files: [path] });
  const lookup = { tool: "lookup_account", args: { name: "Maple" }, summary: "1 account", files: ["a.md"] };
  expect(shownSteps([lookup, read("a.md"), read("b.md"), read("a.md")])).toEqual([
    { tool: "lookup_account", about: "Maple", summary: "1 account", files: ["a.md"], times: 1 },
    { tool: "read_file", about: "", summary: "Read", files: ["a.md", "b.md"], times: 3 },
  ]);
});

test("citations stand by file, the lines in their order", () => {
  const at = (path: string, line: number) => ({ path, line, end_line: line, quote: "" });
  const files = citedFiles([at("b.md", 9), at("a.md", 1), at("b.md", 2)]);
  expect(files.map(({ path, citations }) => [path, citations.map(({ line }) => line)])).toEqual([
    ["b.md", [2, 9]],
    ["a.md", [1]],
  ]);
});

test("a choice is told by what its name does not say, and is not suggested once more", () => {
  const choice = {
    account_id: "1",
    account_name: "Sunny Days",
    description: "Sunny Days | Stage: Bound | Waco, TX",
  };
  expect(detailOf(choice)).toBe("Stage: Bound · Waco, TX");
  expect(detailOf({ ...choice, description: "A shop in Austin." })).toBe("A shop in Austin.");
  const starter = { ...answer.starter, account_id: "1" };
  expect(openChoices({ choices: [choice], starter })).toEqual([]);
  expect(openChoices({ choices: [choice], starter: { ...starter, account_id: null } })).toEqual([choice]);
  expect(otherWords(["Sunny Days", "What is its stage?"], [choice])).toEqual(["What is its stage?"]);
});

test("a follow-up is overdue once its day is over", () => {
  const now = new Date("2026-11-16T23:59:59Z");
  expect([isOverdue("2026-11-15", now), isOverdue("2026-11-16", now)]).toEqual([true, false]);
});
