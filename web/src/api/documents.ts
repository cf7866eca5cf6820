import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, csrfHeaders, unwrap } from "./client";
import { apiErrorFrom, unreachable } from "./error";
import { memoryKeys } from "./memory-keys";
import { pageSize, paging } from "./paging";
import type { MemoryDocument } from "./types";

export const documentsQuery = (scope: string) =>
  infiniteQueryOptions({
    queryKey: memoryKeys.documentList(scope),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/v1/rag/documents", {
          params: { query: { scope, limit: pageSize, cursor: pageParam } },
          signal,
        }),
      ),
    ...paging,
  });

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: memoryKeys.document(id),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/v1/rag/documents/{document_id}", { params: { path: { document_id: id } }, signal }),
      ),
  });

export const documentPassagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: memoryKeys.documentPassages(id),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/v1/rag/documents/{document_id}/passages", {
          params: { path: { document_id: id }, query: { limit: 100, cursor: pageParam } },
          signal,
        }),
      ),
    ...paging,
  });

interface Upload {
  file: File;
  scope: string;
  tags: string;
  signal: AbortSignal;
  /** The share of the file that has left, from 0 to 1. */
  onProgress: (share: number) => void;
}

export const uploadDocument = mutationOptions({
  mutationFn: (upload: Upload) => send(upload),
  onSuccess: (_data, _input, _result, { client: cache }) =>
    Promise.all([
      cache.invalidateQueries({ queryKey: memoryKeys.documentLists }),
      cache.invalidateQueries({ queryKey: memoryKeys.indexStats }),
    ]),
});

export const deleteDocument = (id: string) =>
  mutationOptions({
    mutationFn: () =>
      unwrap(client.DELETE("/v1/rag/documents/{document_id}", { params: { path: { document_id: id } } })),
    // Only the lists: the deleted document's own page may still be on screen, and would fetch what is gone.
    onSuccess: (_data, _input, _result, { client: cache }) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: memoryKeys.documentLists }),
        cache.invalidateQueries({ queryKey: memoryKeys.indexStats }),
      ]),
  });

/** `fetch` does not tell how much of a body has left; the older interface does. */
function send({ file, scope, tags, signal, onProgress }: Upload): Promise<MemoryDocument> {
  const form = new FormData();
  form.append("scope", scope);
  if (tags !== "") form.append("tags", tags);
  form.append("file", file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/v1/rag/documents");
    for (const [name, value] of Object.entries(csrfHeaders())) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener("load", () => {
      const answer = new Response(null, { status: request.status, headers: headersOf(request) });
      const body = parsed(request.responseText);
      if (answer.ok && body !== undefined) resolve(body as MemoryDocument);
      else reject(apiErrorFrom(answer, body));
    });
    request.addEventListener("error", () => reject(unreachable()));
    signal.addEventListener("abort", () => {
      request.abort();
      reject(new DOMException("The upload was stopped.", "AbortError"));
    });
    request.send(form);
  });
}

function headersOf(request: XMLHttpRequest): Record<string, string> {
  const id = request.getResponseHeader("x-request-id");
  return id === null ? {} : { "x-request-id": id };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
