import { createFileRoute } from "@tanstack/react-router";
import { FolderTree } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Page } from "@/components/page";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/workspace")({
  head: () => titled("Workspace"),
  component: () => (
    <Page title="Workspace">
      <EmptyState icon={FolderTree} title="No files yet">
        <p>The team’s readable notes, areas and skills will be here as plain Markdown files.</p>
        <p>The workspace arrives with a later version.</p>
      </EmptyState>
    </Page>
  ),
});
