import { Link, type LinkProps } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";

interface BackLinkProps {
  to: NonNullable<LinkProps["to"]>;
  search?: LinkProps["search"];
  children: ReactNode;
}

export function BackLink({ children, ...to }: BackLinkProps) {
  return (
    <Link
      {...to}
      className="-ml-1 inline-flex items-center gap-1 self-start rounded-sm text-[0.8125rem] font-medium text-muted hover:text-text"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {children}
    </Link>
  );
}
