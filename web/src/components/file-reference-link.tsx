import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { FileReference } from "@/lib/file-reference";

interface FileReferenceLinkProps {
  file: FileReference;
  className: string;
  children: ReactNode;
}

/** Leads to a file of the workspace, opened at the lines that are meant. */
export function FileReferenceLink({ file, className, children }: FileReferenceLinkProps) {
  const { path, ...lines } = file;
  return (
    <Link to="/workspace/$" params={{ _splat: path }} search={lines} className={className}>
      {children}
    </Link>
  );
}
