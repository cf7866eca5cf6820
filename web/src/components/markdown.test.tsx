import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import Markdown from "./markdown";

interface LinkProps {
  to: string;
  params: Record<string, string>;
  search: Record<string, string>;
  children: ReactNode;
}

// A message stands in a page with a router, which is of no use here but for its links.
vi.mock("@tanstack/react-router", () => ({
  Link: ({ to, params, search, children }: LinkProps) => (
    <a href={`${to.replace(/\$.*/, Object.values(params).join())}?${new URLSearchParams(search)}`}>
      {children}
    </a>
  ),
}));

test("an address opens elsewhere and learns nothing of this page", () => {
  render(<Markdown text="See [the lease](https://example.com/lease)." />);
  const link = screen.getByRole("link", { name: "the lease" });
  expect(link).toHaveAttribute("rel", "noopener noreferrer");
  expect(link).toHaveAttribute("target", "_blank");
});

test("an image is a link, and nothing is loaded", () => {
  render(<Markdown text="![A plan](https://example.com/plan.png?who=ada)" />);
  expect(screen.getByRole("link", { name: "A plan" })).toBeVisible();
  expect(screen.queryByRole("img")).toBeNull();
});

test("HTML and addresses that run code are not taken for what they are", () => {
  const { container } = render(
    <Markdown text={'<img src="x"><script>alert(1)</script>\n\n[click](javascript:alert(1))'} />,
  );
  expect(container.querySelector("script, img, [href^=javascript]")).toBeNull();
  expect(screen.getByText("click")).toBeVisible();
});

test("an answer's headings stand below the page's own, and no style is inline", () => {
  const { container } = render(<Markdown text={"# Rents\n\n| Flat | Rent |\n|:--|--:|\n| 1a | 980 |"} />);
  expect(screen.getByRole("heading", { level: 3, name: "Rents" })).toBeVisible();
  expect(screen.getByRole("cell", { name: "980" })).toHaveClass("text-right");
  expect(container.querySelector("[style]")).toBeNull();
});

test("a citation leads to the passage, by what stands beside it", () => {
  render(
    <Markdown
      text={"- Pets are **welcome** [f1a2db].\n\nSee `[0a0b0c]` and [this [0a0b0c]](https://example.com)."}
    />,
  );
  const [cited, other] = screen.getAllByRole("link");
  expect(cited).toHaveAttribute("href", "/memory/cited/f1a2db?near=Pets+are+welcome+.");
  expect(cited).toHaveTextContent("[f1a2db]");
  expect(other).toHaveAttribute("href", "https://example.com");
  expect(screen.getAllByRole("link")).toHaveLength(2);
});

test("a file that an answer names opens at the lines it cites, unless it is code or a link already", () => {
  const answers = [
    "It is quoted in `accounts/7/state.md` line 12: so.",
    "- accounts/7/history.md:3-5",
    "[The state](accounts/7/state.md#L4)",
    "```\ncat accounts/7/state.md\n```",
    "[accounts/7/state.md](https://example.com)",
  ];
  render(<Markdown text={answers.join("\n\n")} />);
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["accounts/7/state.md line 12", "/workspace/accounts/7/state.md?line=12"],
    ["accounts/7/history.md:3-5", "/workspace/accounts/7/history.md?line=3&to=5"],
    ["The state", "/workspace/accounts/7/state.md?line=4"],
    ["accounts/7/state.md", "https://example.com"],
  ]);
});

test("in a file only links lead to others, since names are meant from where it lies", () => {
  render(<Markdown file="accounts/7/state.md" text="See sources/calls/1.md and [it](sources/calls/1.md)." />);
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([["it", "/workspace/accounts/7/sources/calls/1.md?"]]);
});

test("each part of a text reads in its own direction", () => {
  render(<Markdown text={"# שלום\n\n- מפתח\n- דירה"} />);
  expect(screen.getByRole("heading", { name: "שלום" })).toHaveAttribute("dir", "auto");
  expect(screen.getByRole("list")).toHaveAttribute("dir", "auto");
});
