const rules: Record<string, string> = {
  consent: "This tool always asks a person first.",
  R3: "Nobody of the team named the person this goes to.",
  R4: "It goes to somebody outside, and nobody of the team asked for exactly that.",
  R5: "It changes what agents are told to do.",
  R6: "It fetches an address from the web that nobody of the team gave.",
  R7: "The text holds an address, a number or a secret that nobody of the team gave.",
  R8: "It goes to many people, or it is about money, deletion or sharing.",
};

/** Where a rule says more than is true of a tool: a script goes nowhere. */
const ofTools: Record<string, string> = {
  run_skill_script:
    "It runs a program that came with a skill, as its files are now: shut in, and without network.",
};

/** Why a person is asked about a call of this tool. */
export function whyAsked(rule: string, tool: string): string {
  const ofTool = rule === "R4" ? ofTools[tool] : undefined;
  return ofTool ?? rules[rule] ?? `The rule ${rule} asks for a person.`;
}
