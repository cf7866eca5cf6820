import { createFileRoute, type ErrorComponentProps } from "@tanstack/react-router";
import { ApiError } from "@/api/error";
import { ListSkeleton } from "@/components/list-skeleton";
import { RouteError } from "@/components/route-error";
import { readFileSearch } from "@/features/workspace/file-search.logic";
import { FileView } from "@/features/workspace/file-view";
import { findPlace, pathOf } from "@/features/workspace/find-place";
import { FolderView } from "@/features/workspace/folder-view";
import { NothingHere } from "@/features/workspace/nothing-here";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/workspace/$")({
  validateSearch: readFileSearch,
  head: ({ params: { _splat } }) => (_splat ? titled(_splat, "Workspace") : titled("Workspace")),
  loader: ({ context: { queryClient }, params }) => findPlace(queryClient, pathOf(params)),
  pendingComponent: () => <ListSkeleton title="Workspace" />,
  errorComponent: WorkspaceError,
  component: WorkspacePage,
});

function WorkspaceError(props: ErrorComponentProps) {
  const path = pathOf(Route.useParams());
  const { error } = props;
  return error instanceof ApiError && error.status === 404 ? (
    <NothingHere path={path} />
  ) : (
    <RouteError {...props} />
  );
}

function WorkspacePage() {
  const path = pathOf(Route.useParams());
  const { version, line, to } = Route.useSearch();
  if (Route.useLoaderData() === "folder") return <FolderView key={path} path={path} />;
  return (
    <FileView key={path} {...{ path, version }} lines={line === undefined ? undefined : [line, to ?? line]} />
  );
}
