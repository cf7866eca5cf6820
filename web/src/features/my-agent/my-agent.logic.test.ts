import { expect, test } from "vitest";
import { myAgent } from "@/test/fixtures";
import { changeOf } from "./my-agent.logic";

function form(values: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

const asItIs = {
  enabled: "on",
  model: "anthropic:claude",
  system_prompt: "Be brief.",
  "preferences.time_zone": "Europe/Vienna",
  "preferences.style": "",
  "preferences.language": "German",
  max_context_tokens: "32000",
  compaction_threshold: "",
};

test("what is there already is no change", () => {
  expect(changeOf(myAgent, form(asItIs))).toBeNull();
});

test("only what differs is sent, with the revision that was read", () => {
  const changed = form({ ...asItIs, model: " ", "preferences.style": "Short.", compaction_threshold: "75" });
  changed.delete("enabled");
  expect(changeOf(myAgent, changed)).toEqual({
    revision: 4,
    enabled: false,
    model: "",
    preferences: { style: "Short." },
    compaction_threshold: 0.75,
  });
});

test("a size that is emptied is as the server is set up again", () => {
  const emptied = form({ ...asItIs, max_context_tokens: "" });
  expect(changeOf(myAgent, emptied)).toEqual({ revision: 4, max_context_tokens: null });
});

test("an agent that is not there yet has no revision", () => {
  const fresh = {
    enabled: false,
    preferences: { style: null, time_zone: null, language: null },
    revision: null,
  };
  expect(changeOf(fresh, form({ enabled: "on" }))).toEqual({ enabled: true });
});

test("line ends are those of every system but one", () => {
  const prompt = form({ ...asItIs, system_prompt: "Be brief.\r\nBe kind." });
  expect(changeOf(myAgent, prompt)?.system_prompt).toBe("Be brief.\nBe kind.");
});
