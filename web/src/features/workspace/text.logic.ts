/** The most bytes of a file. */
export const mostBytes = 1_000_000;

/** Longer texts are shown as they stand: laying them out would hold up the page. */
const longestLaidOut = 200_000;

export function isLaidOut(text: string): boolean {
  return text.length <= longestLaidOut;
}

/** The text as a text field gives it back: every line ends with the one character. */
export function forField(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** A text out of a text field, with the line ends that the file has had. */
export function fromField(text: string, before: string): string {
  return before.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}

const frontMatter = /^---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|$)/s;

/** What stands between dashes at the top of a file is about it and not of it. */
export function splitFrontMatter(text: string): { about: string; body: string } {
  const [whole = "", about = ""] = frontMatter.exec(text) ?? [];
  return { about, body: text.slice(whole.length) };
}

const conflictName = /^(.*)\.conflict-\d{8}T\d{6}Z(\.[a-z]+)$/;

/** The file that a file in conflict was kept beside, by its name. */
export function originalOf(path: string): string | null {
  const [, start, suffix] = conflictName.exec(path) ?? [];
  return start === undefined ? null : `${start}${suffix}`;
}
