import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll } from "vitest";
import { rememberCsrfToken } from "@/api/client";
import { dropDrafts } from "@/lib/drafts";
import { setTheme } from "@/lib/theme";
import { dismissAllToasts } from "@/lib/toast";
import { FakeEventSource } from "./events";
import { server } from "./server";

// A page is loaded when a test first needs it, which takes longer than the default second on a busy machine.
configure({ asyncUtilTimeout: 25_000 });

// Nothing happens by itself, unless a test says so.
Object.assign(globalThis, { EventSource: FakeEventSource });

// A request nobody planned for is a mistake in the test or in the code.
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));

afterEach(() => {
  cleanup();
  server.resetHandlers();
  rememberCsrfToken(null);
  setTheme("system");
  dismissAllToasts();
  dropDrafts();
  localStorage.clear();
});

afterAll(() => server.close());
