import { defineConfig } from "@playwright/test";

/** Runs against a Steward that is already up; `STEWARD_SIGN_IN_LINK` is a one-time link of its owner. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // One server and one session stand behind all tests.
  workers: 1,
  reporter: "list",
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: process.env.STEWARD_URL ?? "http://127.0.0.1:8787",
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "sign-in", testMatch: "sign-in.spec.ts" },
    {
      name: "app",
      testIgnore: "sign-in.spec.ts",
      dependencies: ["sign-in"],
      use: { storageState: "test-results/session.json" },
    },
  ],
});
