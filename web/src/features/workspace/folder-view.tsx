import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FolderOpen, WalletCards } from "lucide-react";
import { folderQuery } from "@/api/workspace";
import { EmptyState } from "@/components/empty-state";
import { LoadMore } from "@/components/load-more";
import { Page } from "@/components/page";
import { buttonStyle } from "@/components/ui/button";
import { nameOf } from "@/lib/workspace-path";
import { DeleteButton } from "./delete-button";
import { FolderList } from "./folder-list";
import { NewEntryButton } from "./new-entry";
import { PathBar } from "./path-bar";

export function FolderView({ path }: { path: string }) {
  const list = useSuspenseInfiniteQuery(folderQuery(path));
  const entries = list.data.pages.flatMap((page) => page.entries);
  const isRoot = path === "";
  return (
    <Page
      narrow
      title={isRoot ? "Workspace" : nameOf(path)}
      {...(isRoot
        ? {
            description:
              "Plain files that the whole team and its agents read and write. Every version is kept.",
          }
        : { back: <PathBar path={path} /> })}
      actions={
        <>
          {!isRoot && <DeleteButton path={path} file={null} />}
          <AccountLink path={path} />
          <NewEntryButton kind="folder" folder={path} />
          <NewEntryButton kind="file" folder={path} />
        </>
      }
    >
      {entries.length === 0 ? (
        <EmptyState icon={FolderOpen} title={isRoot ? "No files yet" : "This folder is empty"}>
          <p>Files are Markdown, text or JSON. What you put here, agents can read.</p>
        </EmptyState>
      ) : (
        <FolderList entries={entries} />
      )}
      <LoadMore {...list} />
    </Page>
  );
}

/** The folder of an account is called by its number: its page says whose it is. */
function AccountLink({ path }: { path: string }) {
  const accountId = /^accounts\/([^/]+)$/.exec(path)?.[1];
  if (!accountId) return null;
  return (
    <Link to="/accounts/$accountId" params={{ accountId }} className={buttonStyle()}>
      <WalletCards aria-hidden /> Account
    </Link>
  );
}
