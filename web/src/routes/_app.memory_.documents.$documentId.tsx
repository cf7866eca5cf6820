import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { documentPassagesQuery, documentQuery } from "@/api/documents";
import { BackLink } from "@/components/back-link";
import { ListSkeleton } from "@/components/list-skeleton";
import { Page } from "@/components/page";
import { DeleteDocumentButton } from "@/features/memory/delete-document-button";
import { PassageList } from "@/features/memory/passage-list";
import { formatBytes, formatDate, plural } from "@/lib/format";
import { titled } from "@/lib/title";

export const Route = createFileRoute("/_app/memory_/documents/$documentId")({
  validateSearch: ({ part }: Record<string, unknown>): { part?: number } =>
    Number.isSafeInteger(part) ? { part: Number(part) } : {},
  // Fetched anew each time, so that a document that is gone is not shown from the cache.
  loader: async ({ context: { queryClient }, params: { documentId } }) => {
    const [document] = await Promise.all([
      queryClient.fetchQuery(documentQuery(documentId)),
      queryClient.ensureInfiniteQueryData(documentPassagesQuery(documentId)),
    ]);
    return document;
  },
  head: ({ loaderData }) => titled(loaderData?.title ?? "Document", "Memory"),
  pendingComponent: () => <ListSkeleton narrow title="Document" />,
  component: DocumentPage,
});

function DocumentPage() {
  const { documentId } = Route.useParams();
  const { part } = Route.useSearch();
  const navigate = useNavigate();
  const document = useSuspenseQuery(documentQuery(documentId)).data;
  const search = { scope: document.scope };
  const facts = [
    document.file_name,
    formatBytes(document.bytes),
    plural(document.chunks, "part"),
    `added ${formatDate(document.created_at)}`,
  ];
  return (
    <Page
      narrow
      title={document.title}
      description={facts.filter(Boolean).join(" · ")}
      back={
        <BackLink to="/memory/documents" search={search}>
          Documents
        </BackLink>
      }
      actions={
        <DeleteDocumentButton
          document={document}
          onDeleted={() => void navigate({ to: "/memory/documents", search })}
        />
      }
    >
      <PassageList documentId={documentId} part={part} />
    </Page>
  );
}
