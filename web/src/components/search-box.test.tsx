import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SearchBox } from "./search-box";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function typeInto(box: HTMLElement, ...texts: string[]) {
  for (const value of texts) fireEvent.change(box, { target: { value } });
}

test("a word is one search, once the typing pauses", () => {
  const onSearch = vi.fn();
  render(<SearchBox label="Search" query="" onSearch={onSearch} />);
  typeInto(screen.getByRole("searchbox"), "z", "zo", "zoe ");
  vi.advanceTimersByTime(199);
  expect(onSearch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onSearch.mock.calls).toEqual([["zoe"]]);
});

test("typing back to what is shown already searches nothing", () => {
  const onSearch = vi.fn();
  render(<SearchBox label="Search" query="zoe" onSearch={onSearch} />);
  typeInto(screen.getByRole("searchbox"), "zo", "zoe");
  vi.runAllTimers();
  expect(onSearch).not.toHaveBeenCalled();
});
