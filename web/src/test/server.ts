import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import type { Me } from "@/api/types";
import { me, noCounts } from "./fixtures";

/** Every page asks what waits for its member, and what is unread. Nothing is, unless a test says otherwise. */
const quiet = ["approvals", "suggestions", "effects", "notices", "jobs", "inbox"].map((list) =>
  http.get(`*/api/${list}`, () => page([])),
);

/** Where names are looked up. */
const nobody = ["agents", "threads", "contacts", "members", "conversations"].map((list) =>
  http.get(`*/api/${list}`, () => page([])),
);

/** No agent has drafted anything. */
const noDrafts = [
  http.get("*/api/agents/:id/drafts", () => page([])),
  http.get("*/api/agents/:id/drafts/statistics", () =>
    HttpResponse.json({ since: null, total: noCounts, kinds: [] }),
  ),
];

/** Nobody is reached anywhere. */
const noLines = http.get("*/api/lines", () => page([]));

/** Nothing is switched off. */
const everythingOn = http.get("*/api/flags", () => HttpResponse.json({ items: [] }));

/** Nobody tries anything out. */
const noPhone = http.get("*/api/phone", () => HttpResponse.json({ is_on: false }));

/** Members can be texted from the first line. */
const textedFrom = http.get("*/api/me/alerts", () => HttpResponse.json({ texts_from: "+14155550100" }));

/** No source says anything else than its account. */
const noProposals = http.get("*/api/proposals", () => HttpResponse.json({ total: 0, proposals: [] }));

/** There is no file. */
const noFiles = http.get("*/api/workspace/ls", () =>
  HttpResponse.json({ path: "", entries: [], next: null }),
);

export const server = setupServer(
  ...quiet,
  ...nobody,
  ...noDrafts,
  noLines,
  everythingOn,
  noPhone,
  textedFrom,
  noProposals,
  noFiles,
);

export function signedInAs(who: Me = me) {
  server.use(http.get("*/v1/me", () => HttpResponse.json(who)));
}

/** The server's error envelope. */
export function failure(
  status: number,
  error: { code: string; message: string; field?: string },
  headers: Record<string, string> = {},
) {
  return HttpResponse.json({ error }, { status, headers: { "x-request-id": "req-1", ...headers } });
}

/** One page of a list. */
export function page<Item>(items: Item[], nextCursor: string | null = null) {
  return HttpResponse.json({ items, next_cursor: nextCursor });
}

export function nothing() {
  return new HttpResponse(null, { status: 204 });
}
