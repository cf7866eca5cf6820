import type { components } from "./schema";

/** The routes of the workspace, until docs/openapi.json has them. */
export interface paths {
  "/api/workspace/ls": Get<{ path?: string; after?: string; limit?: number }, WorkspaceFolder>;
  "/api/workspace/read": Get<{ path: string; revision?: number }, WorkspaceFile>;
  "/api/workspace/history": Get<{ path: string; before?: number; limit?: number }, WorkspaceHistory>;
  "/api/workspace/write": Post<{ path: string; content: string }, WorkspaceFileHead>;
  "/api/workspace/restore": Post<{ path: string; revision: number }, WorkspaceFileHead>;
  "/api/workspace/mkdir": Post<{ path: string }, { path: string }>;
  "/api/workspace/delete": {
    delete: {
      parameters: { query: { path: string } };
      responses: { 204: { headers: Headers; content?: never } };
    };
  };
}

type Headers = Record<string, unknown>;

interface Get<Query, Answer> {
  get: {
    parameters: { query: Query };
    responses: { 200: { headers: Headers; content: { "application/json": Answer } } };
  };
}

interface Post<Body, Answer> {
  post: {
    parameters: { query?: never };
    requestBody: { content: { "application/json": Body } };
    responses: { 200: { headers: Headers; content: { "application/json": Answer } } };
  };
}

type Integrity = components["schemas"]["Integrity"];

interface Author {
  id?: string | null;
  kind: "member" | "agent" | "mirror" | "system";
  name?: string | null;
}

export interface WorkspaceFileHead {
  conflict_of?: string | null;
  path: string;
  revision: number;
  sha256: string;
  size: number;
  trust: Integrity;
  updated_at: string;
  updated_by: Author;
}

export interface WorkspaceFile {
  content?: string | null;
  deleted: boolean;
  latest_revision: number;
  path: string;
  revision: number;
  sha256?: string | null;
  size: number;
  trust: Integrity;
  updated_at: string;
  updated_by: Author;
}

export type WorkspaceEntry =
  | { kind: "folder"; name: string; path: string }
  | (WorkspaceFileHead & { kind: "file"; name: string });

interface WorkspaceFolder {
  entries: WorkspaceEntry[];
  next?: string | null;
  path: string;
}

export interface WorkspaceRevision {
  at: string;
  by: Author;
  deleted: boolean;
  restored_from?: number | null;
  revision: number;
  sha256?: string | null;
  size: number;
  trust: Integrity;
}

interface WorkspaceHistory {
  next?: number | null;
  path: string;
  revisions: WorkspaceRevision[];
}
