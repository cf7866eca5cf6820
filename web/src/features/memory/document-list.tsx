import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Files, FileText } from "lucide-react";
import { documentsQuery } from "@/api/documents";
import type { MemoryDocument } from "@/api/types";
import { DateTime } from "@/components/date-time";
import { EmptyState } from "@/components/empty-state";
import { LoadMore } from "@/components/load-more";
import { TrustBadge } from "@/components/trust-badge";
import { List, ListRow } from "@/components/ui/list";
import { formatBytes, plural } from "@/lib/format";
import { DeleteDocumentButton } from "./delete-document-button";
import { TagList } from "./tag-list";

export function DocumentList({ scope }: { scope: string }) {
  const list = useSuspenseInfiniteQuery(documentsQuery(scope));
  const documents = list.data.pages.flatMap((page) => page.items);
  if (documents.length === 0) {
    return (
      <EmptyState icon={Files} title="No documents">
        <p>
          A document is cut into passages that agents find when they matter. What you upload appears here.
        </p>
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <List label="Documents">
        {documents.map((document) => (
          <DocumentRow key={document.id} document={document} />
        ))}
      </List>
      <LoadMore {...list} />
    </div>
  );
}

function DocumentRow({ document }: { document: MemoryDocument }) {
  return (
    <ListRow
      className="transition-colors hover:bg-hover"
      icon={<FileText aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.75} />}
      title={
        <>
          <Link
            to="/memory/documents/$documentId"
            params={{ documentId: document.id }}
            className="outline-none after:absolute after:inset-0 focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {document.title}
          </Link>
          <TrustBadge integrity={document.integrity} />
        </>
      }
      detail={
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span>
            {document.file_name && document.file_name !== document.title && `${document.file_name} · `}
            {formatBytes(document.bytes)} · {plural(document.chunks, "part")}
          </span>
          <TagList tags={document.tags} />
        </div>
      }
      meta={
        <>
          Added <DateTime value={document.created_at} />
        </>
      }
      actions={
        <span className="relative">
          <DeleteDocumentButton document={document} />
        </span>
      }
    />
  );
}
