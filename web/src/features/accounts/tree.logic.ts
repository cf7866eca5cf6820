import type { AccountNode, AccountTree } from "@/api/types";

/** So many folders can be looked through; whoever wants another one filters. */
export const mostFolders = 200;
/** A question about all accounts reads them all; then their folders stay closed. */
const mostOpened = 3;

export interface ShownTree {
  folders: readonly AccountNode[];
  /** How many there are beside those shown. */
  hidden: number;
  /** The folders that open by themselves, since a file in them was read. */
  opened: ReadonlySet<string>;
}

/** The folders to show: those in which something was read first, then those that fit the filter. */
export function shownTree(tree: AccountTree, filter: string, read: ReadonlySet<string>): ShownTree {
  const wanted = filter.trim().toLowerCase();
  const fitting = tree.children.filter(({ name, account_name }) =>
    `${account_name ?? ""} ${name}`.toLowerCase().includes(wanted),
  );
  const touched = new Set([...read].map((path) => folderOf(path, tree.path)));
  const lit = fitting.filter(({ path }) => touched.has(path));
  const rest = fitting.filter(({ path }) => !touched.has(path));
  const folders = [...lit, ...rest].slice(0, mostFolders);
  return {
    folders,
    hidden: fitting.length - folders.length,
    opened: lit.length > mostOpened ? new Set() : foldersOf(lit, read),
  };
}

/** The folder of the account a file belongs to: `accounts/29041` of `accounts/29041/sources/emails/a.md`. */
function folderOf(path: string, root: string): string {
  const end = path.indexOf("/", root.length + 1);
  return end === -1 ? path : path.slice(0, end);
}

/** Whether a file somewhere in a folder was read. */
export function hasRead(folder: string, read: ReadonlySet<string>): boolean {
  return [...read].some((path) => path.startsWith(`${folder}/`));
}

function foldersOf(nodes: readonly AccountNode[], read: ReadonlySet<string>): Set<string> {
  const opened = new Set<string>();
  const visit = (node: AccountNode) => {
    if (node.kind !== "folder" || !hasRead(node.path, read)) return;
    opened.add(node.path);
    node.children.forEach(visit);
  };
  nodes.forEach(visit);
  return opened;
}
