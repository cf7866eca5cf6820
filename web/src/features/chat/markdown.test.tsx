import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import Markdown from "./markdown";

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
