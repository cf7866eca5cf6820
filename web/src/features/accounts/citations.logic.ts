import type { LineCitation } from "@/api/types";

export interface CitedFile {
  path: string;
  citations: LineCitation[];
}

/** What is cited, file by file, in the order of the answer and the lines of each in theirs. */
export function citedFiles(citations: readonly LineCitation[]): CitedFile[] {
  const paths = [...new Set(citations.map(({ path }) => path))];
  return paths.map((path) => ({
    path,
    citations: citations.filter((citation) => citation.path === path).toSorted((a, b) => a.line - b.line),
  }));
}
