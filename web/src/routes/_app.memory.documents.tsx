import { createFileRoute } from "@tanstack/react-router";
import { documentsQuery } from "@/api/documents";
import { namesQuery } from "@/api/names";
import { RowsSkeleton } from "@/components/list-skeleton";
import { PartError } from "@/components/part-error";
import { DocumentList } from "@/features/memory/document-list";
import { ScopePicker } from "@/features/memory/scope-picker";
import { Toolbar } from "@/features/memory/toolbar";
import { UploadZone } from "@/features/memory/upload-zone";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/memory/documents")({
  // Documents are for everybody, unless somebody says otherwise.
  loaderDeps: ({ search: { scope = "org" } }) => ({ scope }),
  head: () => titled("Documents", "Memory"),
  loader: ({ context: { queryClient }, deps }) =>
    Promise.all([
      queryClient.ensureInfiniteQueryData(documentsQuery(deps.scope)),
      queryClient.ensureQueryData(namesQuery),
    ]),
  pendingComponent: RowsSkeleton,
  errorComponent: PartError,
  component: DocumentsPage,
});

function DocumentsPage() {
  const { scope } = Route.useLoaderDeps();
  const navigate = Route.useNavigate();
  return (
    <>
      <Toolbar about="Files whose text agents find and quote.">
        <ScopePicker
          scope={scope}
          onPick={(picked = "org") => void navigate({ search: { scope: picked } })}
        />
      </Toolbar>
      <UploadZone key={scope} scope={scope} />
      <DocumentList scope={scope} />
    </>
  );
}
