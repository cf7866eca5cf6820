import type { ReactNode } from "react";
import { FileReferenceLink } from "@/components/file-reference-link";
import type { CitedLines } from "@/lib/excerpt";

interface WorkspaceLinkProps {
  path: string;
  lines?: CitedLines | undefined;
  children: ReactNode;
}

/** Leads to a file where it can be edited. */
export function WorkspaceLink({ path, lines, children }: WorkspaceLinkProps) {
  const [line, to] = lines ?? [];
  return (
    <FileReferenceLink
      file={{ path, ...(line !== undefined && { line }), ...(to !== undefined && to !== line && { to }) }}
      className="rounded-sm font-medium [overflow-wrap:anywhere] text-accent-text hover:underline"
    >
      {children}
    </FileReferenceLink>
  );
}
