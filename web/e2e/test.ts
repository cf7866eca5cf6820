import { test as base, expect } from "@playwright/test";

export { expect };

/** A test that also fails on anything the browser complains about, the content security policy included. */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(`${message.text()} (${message.location().url})`);
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", (event) => {
          // biome-ignore lint/suspicious/noConsole: the listener above turns it into a failure.
          console.error(`CSP: ${event.violatedDirective} refused ${event.blockedURI || event.sample}`);
        });
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** The browser reports every answer that refuses something; nothing else may be among its complaints. */
export function expectOnlyRefusals(complaints: string[], status: number) {
  expect(complaints.filter((text) => !text.includes(`${status}`))).toEqual([]);
  complaints.length = 0;
}
