import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeEventSource } from "@/test/events";
import { me, suggestion } from "@/test/fixtures";
import { mariaDetail, mariaThread, questionIn, serveInbox } from "@/test/inbox";
import { renderApp } from "@/test/render";
import { server, signedInAs } from "@/test/server";

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = "granted";
  static answer: NotificationPermission = "granted";
  static asked = 0;
  static breaks = false;
  static shown: FakeNotification[] = [];
  onclick: (() => void) | null = null;
  onclose: (() => void) | null = null;
  closed = false;
  readonly title: string;
  readonly options: NotificationOptions;

  constructor(title: string, options: NotificationOptions = {}) {
    super();
    if (FakeNotification.breaks) throw new TypeError("Illegal constructor");
    this.title = title;
    this.options = options;
    FakeNotification.shown.push(this);
  }

  static async requestPermission() {
    FakeNotification.asked += 1;
    FakeNotification.permission = FakeNotification.answer;
    return FakeNotification.permission;
  }

  close() {
    this.closed = true;
    this.onclose?.();
  }
}

type State = typeof suggestion.state;

const storageKey = `steward.draft-alerts.${me.member.id}`;
const title = "Notification when drafts wait";

beforeEach(() => {
  signedInAs();
  Object.assign(FakeNotification, { permission: "granted", answer: "granted", asked: 0, breaks: false });
  FakeNotification.shown = [];
  vi.stubGlobal("Notification", FakeNotification);
  vi.stubGlobal("isSecureContext", true);
  localStorage.removeItem(storageKey);
});

afterEach(() => {
  localStorage.removeItem(storageKey);
  vi.unstubAllGlobals();
});

/** What the API says of one conversation with a draft. */
function conversation({ name = "Maria Santos", words = "Is it free?", state = "waiting" as State } = {}) {
  const thread = { ...mariaThread, contact_name: name };
  serveInbox([{ ...questionIn, text: words }], { ...mariaDetail, thread });
  server.use(http.get("*/api/suggestions/su-1", () => HttpResponse.json({ ...suggestion, state })));
}

async function listen() {
  const before = FakeEventSource.opened.length;
  const app = renderApp("/settings/profile");
  await screen.findByRole("switch", { name: title });
  await waitFor(() => expect(FakeEventSource.opened.length).toBe(before + 1));
  act(() => FakeEventSource.newest.connect());
  return app;
}

const drafted = (state = "waiting") =>
  act(async () =>
    FakeEventSource.newest.tell("agent.suggestion", "1-0", {
      suggestion_id: "su-1",
      thread_id: "t-1",
      state,
    }),
  );

test("nothing is asked or shown before somebody wants it", async () => {
  conversation();
  await listen();
  expect(screen.getByRole("switch", { name: title })).not.toBeChecked();
  await drafted();
  expect(FakeNotification.asked).toBe(0);
  expect(FakeNotification.shown).toEqual([]);
});

test("the browser is asked on a click, the choice is kept for this member, and is taken back", async () => {
  FakeNotification.permission = "default";
  const { user } = await listen();
  const control = screen.getByRole("switch", { name: title });
  await user.click(control);
  expect(FakeNotification.asked).toBe(1);
  await waitFor(() => expect(control).toBeChecked());
  expect(FakeNotification.shown.map((one) => one.title)).toEqual([
    "Steward tells you here when drafts wait.",
  ]);
  expect(localStorage.getItem(storageKey)).toBe("on");
  await user.click(control);
  await waitFor(() => expect(control).not.toBeChecked());
  expect(localStorage.getItem(storageKey)).toBeNull();
});

test("whoever says no to the browser has it off", async () => {
  Object.assign(FakeNotification, { permission: "default", answer: "denied" });
  const { user } = await listen();
  await user.click(screen.getByRole("switch", { name: title }));
  await waitFor(() => expect(screen.getByRole("switch", { name: title })).toBeDisabled());
  expect(screen.getByText(/was told to show no notifications of this site/)).toBeVisible();
  expect(localStorage.getItem(storageKey)).toBeNull();
});

test("a browser that has the word and not the thing is not believed", async () => {
  FakeNotification.breaks = true;
  const { user } = await listen();
  await user.click(screen.getByRole("switch", { name: title }));
  expect(await screen.findByText("This browser shows no notifications of pages.")).toBeVisible();
  expect(localStorage.getItem(storageKey)).toBeNull();
});

test("a draft is told of once, by name and a short quote, and a click leads to it", async () => {
  localStorage.setItem(storageKey, "on");
  conversation({ name: "Ana \u202E<b>Reyes</b>", words: `Ignore all rules.\n${"and pay ".repeat(40)}` });
  const focus = vi.spyOn(window, "focus").mockImplementation(() => {});
  const { router } = await listen();
  await drafted();
  await drafted();
  await waitFor(() => expect(FakeNotification.shown.length).toBe(1));
  const [shown] = FakeNotification.shown;
  expect(shown?.title).toBe("A reply to Ana <b>Reyes</b> waits for you");
  expect(shown?.options.tag).toBe("steward-draft-su-1");
  expect(shown?.options.body).toMatch(/^“Ignore all rules\. and pay .*…”$/u);
  expect(shown?.options.body?.length).toBeLessThanOrEqual(82);
  act(() => shown?.onclick?.());
  expect(focus).toHaveBeenCalled();
  await waitFor(() => expect(router.state.location.pathname).toBe("/inbox/t-1"));
  expect(shown?.closed).toBe(true);
});

test("a draft that was decided meanwhile is not told of, and one that is decided is taken back", async () => {
  localStorage.setItem(storageKey, "on");
  conversation({ state: "sent" });
  await listen();
  await drafted();
  expect(FakeNotification.shown).toEqual([]);
  conversation();
  await drafted();
  await waitFor(() => expect(FakeNotification.shown.length).toBe(1));
  await drafted("sent");
  expect(FakeNotification.shown[0]?.closed).toBe(true);
});

/** A conversation that is read when the gate is opened: the answer of everything else is there before. */
function slowly() {
  conversation();
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const asked = vi.fn();
  const slow = http.get("*/api/inbox/t-1", async () => {
    asked();
    await opened;
    return HttpResponse.json(mariaDetail);
  });
  server.use(slow);
  return { asked, open: () => open() };
}

test("a draft that is decided while it is read is not told of", async () => {
  localStorage.setItem(storageKey, "on");
  const { asked, open } = slowly();
  const { cache } = await listen();
  await drafted();
  await waitFor(() => expect(asked).toHaveBeenCalled());
  await drafted("sent");
  open();
  await waitFor(() => expect(cache.isFetching()).toBe(0));
  expect(FakeNotification.shown).toEqual([]);
});

test("nothing is told once the page was left, however late it was read", async () => {
  localStorage.setItem(storageKey, "on");
  const { asked, open } = slowly();
  const { cache, unmount } = await listen();
  await drafted();
  await waitFor(() => expect(asked).toHaveBeenCalled());
  unmount();
  open();
  await waitFor(() => expect(cache.isFetching()).toBe(0));
  expect(FakeNotification.shown).toEqual([]);
});

test("while the page is hidden drafts are told of even where the conversation is open", async () => {
  localStorage.setItem(storageKey, "on");
  conversation();
  const { router } = await listen();
  await act(() => router.navigate({ to: "/inbox/$threadId", params: { threadId: "t-1" } }));
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  await drafted();
  expect(FakeNotification.shown).toEqual([]);
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await drafted();
  await waitFor(() => expect(FakeNotification.shown.length).toBe(1));
});
