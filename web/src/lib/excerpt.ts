/** The first and the last line that is cited, counted from 1. */
export type CitedLines = readonly [number, number];

interface Line {
  no: number;
  text: string;
  cited: boolean;
}

export interface Excerpt {
  lines: readonly Line[];
  /** How many lines the file has. */
  total: number;
}

const most = 1_000;

/** The lines of a file; of a long one those around what is cited. */
export function excerptOf(content: string, cited: CitedLines | undefined): Excerpt {
  const all = content.replace(/\n$/, "").split("\n");
  const [from, to] = cited ?? [0, -1];
  const start = all.length <= most ? 0 : Math.max(0, Math.min(from - 1 - most / 2, all.length - most));
  const lines = all.slice(start, start + most).map((text, index) => {
    const no = start + index + 1;
    return { no, text, cited: no >= from && no <= to };
  });
  return { lines, total: all.length };
}
