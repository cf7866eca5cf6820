interface FileSearch {
  /** The version to compare with the present one. */
  version?: number;
  /** The first and the last line to be marked, counted from 1. */
  line?: number;
  to?: number;
}

/** What of a file an address asks for. */
export function readFileSearch({ version, line, to }: Record<string, unknown>): FileSearch {
  if (isCount(version)) return { version };
  if (!isCount(line)) return {};
  return { line, ...(isCount(to) && to > line && { to }) };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}
