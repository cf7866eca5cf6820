import { expect, test } from "vitest";
import { frontDeskAgent } from "@/test/fixtures";
import { dollarsOf, foreignTools, microsOf, toolsOf } from "./agent-form.logic";

test("a group stands for its tools, and what came from elsewhere is kept", () => {
  expect([...toolsOf(frontDeskAgent)]).toEqual(["send_sms", "text_contact", "mcp_weather"]);
  expect(foreignTools(frontDeskAgent)).toEqual(["mcp_weather"]);
});

test("money is typed in dollars and kept in millionths", () => {
  expect([microsOf(""), microsOf("0"), microsOf("2.5"), microsOf("0.1")]).toEqual([
    null,
    0,
    2_500_000,
    100_000,
  ]);
  expect([dollarsOf(null), dollarsOf(0), dollarsOf(2_500_000)]).toEqual(["", "0", "2.5"]);
});

test("a group stands for all of its tools, so that saving loses none", () => {
  const tools = [...toolsOf({ ...frontDeskAgent, tools: ["memory", "skills"] })];
  expect(tools).toEqual(
    expect.arrayContaining(["read_history", "memory_append", "archival_search", "load_skill"]),
  );
  expect(tools).toHaveLength(13);
});
