const suffixes = [".md", ".txt", ".json"];
// Of texts in a skill's folder besides: programs, templates and data.
const ofSkills =
  ".bat .css .csv .html .ini .j2 .js .pl .ps1 .py .rb .sh .sql .svg .toml .ts .tsv .xml .xsd .yaml .yml".split(
    " ",
  );
const longestName = 200;
const longestPath = 800;
const mostParts = 16;

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folder something lies in; the root is the empty text. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

export function pathIn(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Whether a path may name a file. A folder may be called like one, though nobody does it. */
export function looksLikeFile(path: string): boolean {
  return [...suffixes, ...ofSkills].some((suffix) => path.endsWith(suffix));
}

export function isMarkdown(path: string): boolean {
  return path.endsWith(".md");
}

/** Every folder on the way to a path, and the path itself; without the root. */
export function stepsTo(path: string): { name: string; path: string }[] {
  const parts = path === "" ? [] : path.split("/");
  return parts.map((name, index) => ({ name, path: parts.slice(0, index + 1).join("/") }));
}

// A device on Windows, whatever stands behind its first dot.
const device = /^(con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d)\s*(\.|$)/i;
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Why something new cannot be called this, in a sentence. The server decides; this only saves the way to it. */
export function nameProblem(folder: string, name: string, kind: "file" | "folder"): string | null {
  const path = pathIn(folder, name);
  if (name.includes("/")) return "A name has no slash. Open a folder to put something into it.";
  if (name.startsWith(".")) return "A name does not begin with a dot.";
  if (/[\\:]/.test(name)) return "A name has no \\ and no :.";
  if (unseen.test(name)) return "A name has no invisible characters.";
  if (name.endsWith(".")) return "A name does not end with a dot.";
  if (device.test(name)) return "This name is reserved on Windows. Choose another.";
  if (kind === "file" && !mayEnd(folder, name)) return "The name of a file ends with .md, .txt or .json.";
  if (bytesOf(name) > longestName || bytesOf(path) > longestPath || path.split("/").length > mostParts) {
    return "This name is too long, or it would lie too deep.";
  }
  return null;
}

/** Programs, templates and data lie in a skill's folder, and nowhere else. */
function mayEnd(folder: string, name: string): boolean {
  const ends = /^skills\/[^/]+(\/|$)/.test(folder) ? [...suffixes, ...ofSkills] : suffixes;
  return ends.some((suffix) => name.endsWith(suffix));
}

export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The file that a link in another file leads to, if it leads to one. */
export function linkedPath(from: string, href: string): string | null {
  if (href === "" || href.startsWith("#") || href.startsWith("//") || /^[a-z][a-z0-9+.-]*:/i.test(href)) {
    return null;
  }
  const [target = ""] = href.split(/[?#]/);
  const parts = target.startsWith("/") ? [] : folderOf(from).split("/").filter(Boolean);
  for (const part of decoded(target).split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
