import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ChevronRight, FileText, Folder } from "lucide-react";
import { memo, useState } from "react";
import { accountTreeQuery } from "@/api/accounts";
import type { AccountNode } from "@/api/types";
import { InlineError } from "@/components/inline-error";
import { RowsSkeleton } from "@/components/list-skeleton";
import { SearchBox } from "@/components/search-box";
import { plural } from "@/lib/format";
import type { Opened } from "./opened";
import { hasRead, shownTree } from "./tree.logic";

interface FileTreeProps {
  /** The files that light up. */
  read: ReadonlySet<string>;
  opened: Opened | null;
  onOpen: (opened: Opened) => void;
}

/** Every account's files. Those that are read for an answer light up. There may be many: typing beside it leaves it alone. */
export const FileTree = memo(function FileTree({ read, opened, onOpen }: FileTreeProps) {
  const [filter, setFilter] = useState("");
  const { data: tree, error, refetch } = useQuery(accountTreeQuery);
  if (error) return <InlineError error={error} onRetry={() => void refetch()} />;
  if (!tree) return <RowsSkeleton />;
  if (tree.children.length === 0) return <p className="text-muted">There are no files yet.</p>;
  const shown = shownTree(tree, filter, read);
  return (
    <div className="flex min-h-0 flex-col gap-2">
      <SearchBox label="Filter accounts" query={filter} onSearch={setFilter} />
      {shown.folders.length === 0 && <p className="text-muted">No account fits.</p>}
      <ul aria-label="Files" className="flex max-h-80 min-h-0 flex-col overflow-y-auto">
        {shown.folders.map((node) => (
          <Node key={node.path} {...{ node, read, opened, onOpen }} unfolded={shown.opened} />
        ))}
      </ul>
      {shown.hidden > 0 && (
        <p className="text-[0.8125rem] text-muted">
          {plural(shown.hidden, "more account")}. Filter to see {shown.hidden === 1 ? "it" : "them"}.
        </p>
      )}
    </div>
  );
});

type NodeProps = FileTreeProps & { node: AccountNode; unfolded: ReadonlySet<string> };

function Node(props: NodeProps) {
  return (
    <li className="min-w-0">
      {props.node.kind === "file" ? <FileRow {...props} /> : <FolderRow {...props} />}
    </li>
  );
}

const row =
  "flex w-full min-w-0 cursor-pointer items-center gap-1.5 rounded-md px-1.5 py-1 text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2";

function FolderRow({ node, unfolded, ...rest }: NodeProps) {
  // What a person opened or closed stays so; else it follows what is read.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? unfolded.has(node.path);
  return (
    <>
      <button type="button" aria-expanded={open} onClick={() => setChosen(!open)} className={row}>
        <ChevronRight
          aria-hidden
          className={clsx("size-3.5 shrink-0 text-muted transition-transform", open && "rotate-90")}
        />
        <Folder aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="truncate">{node.account_name ?? node.name}</span>
        <span className="ml-auto flex shrink-0 items-center gap-2">
          {node.account_name && <span className="text-xs text-muted">{node.name}</span>}
          {!open && hasRead(node.path, rest.read) && <ReadMark />}
        </span>
      </button>
      {open && (
        <ul className="ml-3 border-l border-line pl-2">
          {node.children.map((child) => (
            <Node key={child.path} node={child} unfolded={unfolded} {...rest} />
          ))}
        </ul>
      )}
    </>
  );
}

function FileRow({ node, read, opened, onOpen }: NodeProps) {
  const lit = read.has(node.path);
  return (
    <button
      type="button"
      aria-current={opened?.path === node.path ? "true" : undefined}
      onClick={() => onOpen({ path: node.path })}
      className={clsx(row, lit ? "bg-accent-soft text-accent-text" : "aria-[current=true]:bg-selected")}
    >
      <FileText aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{node.name}</span>
      {lit && (
        <span className="ml-auto flex shrink-0">
          <ReadMark />
        </span>
      )}
    </button>
  );
}

function ReadMark() {
  return (
    <>
      <span aria-hidden className="size-2 rounded-full bg-accent" />
      <span className="sr-only">, read</span>
    </>
  );
}
