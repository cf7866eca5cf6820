import { defineConfig } from "@playwright/test";
import tests from "../playwright.config";

/** What is measured in a browser, one thing at a time. It asserts no time: it prints what it saw. */
export default defineConfig({
  ...tests,
  testDir: ".",
  testMatch: "*.bench.ts",
  outputDir: "../test-results",
  timeout: 300_000,
  projects: [{ name: "bench" }],
});
