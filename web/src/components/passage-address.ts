import { linkOptions } from "@tanstack/react-router";
import type { Passage } from "@/api/types";

/** Where a passage stands: the page of what it is a part of, opened at it. Nothing for what has no page. */
export function passageAddress(passage: Passage) {
  const { id, document_id, thread_id, chunk_index, scope, source, title, occurred_at } = passage;
  if (document_id) {
    return linkOptions({
      to: "/memory/documents/$documentId",
      params: { documentId: document_id },
      search: { part: chunk_index },
    });
  }
  if (thread_id && source === "summary") {
    return linkOptions({
      to: "/threads/$threadId/memory",
      params: { threadId: thread_id },
      hash: "summaries",
    });
  }
  if (thread_id) {
    return linkOptions({
      to: "/threads/$threadId/messages",
      params: { threadId: thread_id },
      search: { at: occurred_at },
    });
  }
  if (source === "archival") return linkOptions({ to: "/memory/notes", search: { scope, note: id } });
  if (source === "workspace" && title) return linkOptions({ to: "/workspace/$", params: { _splat: title } });
  return null;
}
