import { createFileRoute } from "@tanstack/react-router";
import { ListSkeleton } from "@/components/list-skeleton";
import { FileView } from "@/features/workspace/file-view";
import { findPlace, pathOf } from "@/features/workspace/find-place";
import { FolderView } from "@/features/workspace/folder-view";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/workspace/$")({
  validateSearch: ({ version }: Record<string, unknown>): { version?: number } =>
    Number.isSafeInteger(version) ? { version: Number(version) } : {},
  head: ({ params: { _splat } }) => (_splat ? titled(_splat, "Workspace") : titled("Workspace")),
  loader: ({ context: { queryClient }, params }) => findPlace(queryClient, pathOf(params)),
  pendingComponent: () => <ListSkeleton title="Workspace" />,
  component: WorkspacePage,
});

function WorkspacePage() {
  const path = pathOf(Route.useParams());
  const { version } = Route.useSearch();
  if (Route.useLoaderData() === "folder") return <FolderView key={path} path={path} />;
  return <FileView key={path} {...{ path, version }} />;
}
