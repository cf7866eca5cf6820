import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { FakeEventSource } from "@/test/events";
import { renderApp } from "@/test/render";
import { signedInAs } from "@/test/server";

beforeEach(() => signedInAs());

test("a page follows what happens once, and says when it cannot", async () => {
  const before = FakeEventSource.opened.length;
  const { user } = renderApp("/inbox");
  await screen.findByRole("heading", { level: 1, name: "Inbox" });
  await waitFor(() => expect(FakeEventSource.opened.length).toBe(before + 1));
  await user.click(screen.getByRole("link", { name: "Workspace" }));
  await screen.findByRole("heading", { level: 1, name: "Workspace" });
  expect(FakeEventSource.opened.length).toBe(before + 1);
  act(() => FakeEventSource.newest.connect());
  expect(screen.queryByText("Reconnecting…")).toBeNull();
  act(() => FakeEventSource.newest.fail(FakeEventSource.CONNECTING));
  expect(await screen.findByText("Reconnecting…")).toBeVisible();
  act(() => FakeEventSource.newest.connect());
  await waitFor(() => expect(screen.queryByText("Reconnecting…")).toBeNull());
});
