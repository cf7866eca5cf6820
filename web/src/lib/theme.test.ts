import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { currentTheme, setTheme } from "./theme";

const script = readFileSync("public/theme.js", "utf8");

/** What the page does on its next load: forgets everything but storage, then runs the script in its head. */
function reload() {
  delete document.documentElement.dataset.theme;
  new Function(script)();
}

beforeEach(() => setTheme("system"));

test("the system decides until somebody chooses", () => {
  reload();
  expect(currentTheme()).toBe("system");
});

test.each(["light", "dark"] as const)(
  "%s is applied at once and before the first paint of the next load",
  (theme) => {
    setTheme(theme);
    expect(document.documentElement.dataset.theme).toBe(theme);
    reload();
    expect(currentTheme()).toBe(theme);
  },
);

test("choosing the system again forgets the choice", () => {
  setTheme("dark");
  setTheme("system");
  reload();
  expect(currentTheme()).toBe("system");
});

test("a value somebody else stored is ignored", () => {
  localStorage.setItem("steward.theme", "neon");
  reload();
  expect(currentTheme()).toBe("system");
});
