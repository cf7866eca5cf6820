import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import Markdown from "./markdown";

interface LinkProps {
  to: string;
  params: { passageId: string };
  search: { near: string };
  children: ReactNode;
}

// A message stands in a page with a router, which is of no use here but for its links.
vi.mock("@tanstack/react-router", () => ({
  Link: ({ to, params, search, children }: LinkProps) => (
    <a href={`${to.replace("$passageId", params.passageId)}?near=${search.near}`}>{children}</a>
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
  expect(cited).toHaveAttribute("href", "/memory/cited/f1a2db?near=Pets are welcome .");
  expect(cited).toHaveTextContent("[f1a2db]");
  expect(other).toHaveAttribute("href", "https://example.com");
  expect(screen.getAllByRole("link")).toHaveLength(2);
});
