import { render } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, unreachable } from "@/api/error";
import { server } from "@/test/server";
import { useReturn } from "./use-return";

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return useReturn(error, onRetry) ? "Away" : "Refused";
}

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => vi.useRealTimers());

test("what could not be reached is tried again once the server answers, and not before", async () => {
  let answers = 0;
  let up = false;
  server.use(
    http.get("*/health", () => {
      answers++;
      return up ? HttpResponse.json({ status: "ok" }) : HttpResponse.error();
    }),
  );
  const onRetry = vi.fn();
  const { container } = render(<Failed error={unreachable()} onRetry={onRetry} />);
  expect(container).toHaveTextContent("Away");
  await vi.advanceTimersByTimeAsync(3_000);
  await vi.waitFor(() => expect(answers).toBe(1));
  expect(onRetry).not.toHaveBeenCalled();
  up = true;
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(3_000);
    expect(onRetry).toHaveBeenCalled();
  });
});

test("what the server decided is not asked again by itself", async () => {
  const refused = new ApiError({ status: 403, code: "forbidden", message: "No." });
  const onRetry = vi.fn();
  const { container } = render(<Failed error={refused} onRetry={onRetry} />);
  // Asking for the server's health would fail the test: nobody answers for it here.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(container).toHaveTextContent("Refused");
  expect(onRetry).not.toHaveBeenCalled();
});
