/** A file of the workspace that a text names, and the lines of it. */
export interface FileReference {
  path: string;
  /** Counted from 1. */
  line?: number;
  to?: number;
}

/** A piece of a text: as it stands, or a file that it names. */
interface Piece {
  text: string;
  file: FileReference | null;
}

// A name without a folder may be anybody's; only the file that every workspace has is known by it. A folder with a dot
// in its name is taken for a host of the internet.
const path = String.raw`(?:(?:[\p{L}\p{N}_-]+\/)+[\p{L}\p{N}_][\p{L}\p{N}_.-]*\.(?:md|txt|json)|MEMORY\.md)`;
const alone = String.raw`(?<![\p{L}\p{N}_/.:@-])`;
const ended = String.raw`(?![\p{L}\p{N}_/])`;
const colon = String.raw`:(\d+)(?:[-–](\d+))?`;
const hash = String.raw`#L(\d+)(?:-L?(\d+))?`;
const words = String.raw`,? \(?lines? (\d+)(?:(?: ?[-–] ?| to | and )(\d+))?`;

const mention = new RegExp(`${alone}(${path})${ended}(?:${colon}|${hash}|${words})?`, "gu");
const only = new RegExp(`^(${path})(?:${colon}|${hash}|${words})?$`, "u");
const behind = new RegExp(`^${words}`, "u");

/** Where a text names files, as tools and models do: `a/b.md`, `a/b.md:3`, `a/b.md#L3-L5`, `a/b.md, lines 3 to 5`. */
export function fileReferences(text: string): Piece[] {
  const pieces: Piece[] = [];
  let place = 0;
  for (const match of text.matchAll(mention)) {
    if (match.index > place) pieces.push({ text: text.slice(place, match.index), file: null });
    pieces.push({ text: match[0], file: referenceOf(match) });
    place = match.index + match[0].length;
  }
  if (place < text.length) pieces.push({ text: text.slice(place), file: null });
  return pieces;
}

/** The file, if a text is nothing but its name. */
export function onlyReference(text: string): FileReference | null {
  const match = only.exec(text);
  return match && referenceOf(match);
}

/** The lines that a text begins with, where the name of the file stands before it. */
export function linesBehind(text: string): { text: string; line: number; to?: number } | null {
  const match = behind.exec(text);
  if (!match) return null;
  const { line = 1, to } = linesOf(match.slice(1));
  return { text: match[0], line, ...(to !== undefined && { to }) };
}

function referenceOf([, path = "", ...numbers]: readonly (string | undefined)[]): FileReference {
  return { path, ...linesOf(numbers) };
}

/** Of all the ways to write them one was taken. */
function linesOf(numbers: readonly (string | undefined)[]): { line?: number; to?: number } {
  const [line, to] = numbers.filter((number) => number !== undefined).map(Number);
  if (line === undefined || line < 1) return {};
  return { line, ...(to !== undefined && to > line && { to }) };
}

/** The lines that the address of a file points at, as in `b.md#L3-L5`. */
export function linesInHash(href: string): { line?: number; to?: number } {
  return linesOf(/#L(\d+)(?:-L?(\d+))?$/.exec(href)?.slice(1) ?? []);
}

/** The address of a file inside a text of Markdown. */
export function fileHref({ path, line, to }: FileReference): string {
  return `#file:${[line, to].filter((number) => number !== undefined).join("-")}:${encodeURIComponent(path)}`;
}

export function readFileHref(href: string): FileReference | null {
  const [, line, to, path = ""] = /^#file:(\d+)?(?:-(\d+))?:(.+)$/.exec(href) ?? [];
  if (path === "") return null;
  try {
    return { path: decodeURIComponent(path), ...linesOf([line, to]) };
  } catch {
    return null;
  }
}
