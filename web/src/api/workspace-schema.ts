import type { components } from "./schema";

/** The routes of the workspace, until docs/openapi.json has them. */
export interface paths {
  "/api/workspace/ls": Get<{ path?: string; after?: string; limit?: number }, WorkspaceFolder>;
  "/api/workspace/read": Get<{ path: string; revision?: number }, WorkspaceFile>;
  "/api/workspace/history": Get<{ path: string; before?: string; limit?: number }, WorkspaceHistory>;
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

interface WorkspaceAuthor {
  kind: "member" | "agent" | "mirror" | "system";
  id?: string | null;
  name?: string | null;
}

export interface WorkspaceFileHead {
  path: string;
  size: number;
  revision: number;
  sha256: string;
  updated_at: string;
  updated_by: WorkspaceAuthor;
  trust: Integrity;
  conflict_of?: string | null;
}

export interface WorkspaceFile extends WorkspaceFileHead {
  content: string;
  deleted: boolean;
  latest_revision: number;
}

export interface WorkspaceEntry extends Partial<Omit<WorkspaceFileHead, "path">> {
  name: string;
  path: string;
  kind: "folder" | "file";
}

export interface WorkspaceFolder {
  path: string;
  entries: WorkspaceEntry[];
  next?: string | null;
}

export interface WorkspaceRevision {
  revision: number;
  sha256: string;
  size: number;
  at: string;
  by: WorkspaceAuthor;
  trust: Integrity;
  deleted: boolean;
  restored_from?: number | null;
}

export interface WorkspaceHistory {
  path: string;
  revisions: WorkspaceRevision[];
  next?: string | null;
}
