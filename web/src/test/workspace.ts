import { HttpResponse, http } from "msw";
import type { WorkspaceEntry, WorkspaceFile, WorkspaceRevision } from "@/api/types";
import { failure, nothing, server } from "./server";

const told = "2026-02-03T04:05:06Z";
const ada = { kind: "member", id: "m-ada", name: "Ada Lovelace" } as const;
const api = "*/api/workspace";

/** What a test may say of a file that it puts into the workspace. */
type Given = Partial<Pick<WorkspaceFile, "trust" | "updated_by"> & { conflict_of: string }>;

interface Kept extends Given {
  /** What it said at each of its revisions; nothing where it was deleted. */
  texts: (string | null)[];
  restored: Record<number, number>;
}

/** A workspace that keeps what it is told, with the conditions of the real one. */
export class FakeWorkspace {
  readonly folders = new Set<string>();
  readonly files = new Map<string, Kept>();
  /** The conditions of every change that was asked for. */
  readonly conditions: string[] = [];

  constructor() {
    server.use(
      http.get(`${api}/ls`, ({ request }) => this.list(pathOf(request))),
      http.get(`${api}/read`, ({ request }) => this.read(pathOf(request), asked(request, "revision"))),
      http.get(`${api}/history`, ({ request }) => this.history(pathOf(request))),
      http.post(`${api}/mkdir`, async ({ request }) => {
        const { path } = (await request.json()) as { path: string };
        this.folders.add(path);
        return HttpResponse.json({ path }, { status: 201 });
      }),
      http.post(`${api}/write`, async ({ request }) => {
        const { path, content } = (await request.json()) as { path: string; content: string };
        return this.changed(request, path) ?? this.head(path, content);
      }),
      http.post(`${api}/restore`, async ({ request }) => {
        const { path, revision } = (await request.json()) as { path: string; revision: number };
        const text = this.files.get(path)?.texts[revision - 1] ?? "";
        return this.changed(request, path) ?? this.head(path, text, revision);
      }),
      http.delete(`${api}/delete`, ({ request }) => this.remove(request, pathOf(request))),
    );
  }

  /** Puts a text at a path, as somebody else would. */
  put(path: string, text: string | null, given: Given = {}): this {
    const kept = this.files.get(path) ?? { texts: [], restored: {} };
    kept.texts.push(text);
    this.files.set(path, { ...kept, ...given });
    return this;
  }

  text(path: string): string | null | undefined {
    return this.files.get(path)?.texts.at(-1);
  }

  private list(path: string) {
    const inside = path === "" ? "" : `${path}/`;
    const present = [...this.files.keys()].filter((file) => typeof this.text(file) === "string");
    const below = [...present, ...this.folders].filter((found) => found.startsWith(inside));
    if (path !== "" && below.length === 0 && !this.folders.has(path)) return missing();
    const names = new Set(below.map((found) => found.slice(inside.length).split("/")[0] ?? ""));
    const entries = [...names].filter(Boolean).map((name) => this.entry(`${inside}${name}`, name));
    entries.sort((a, b) => b.kind.localeCompare(a.kind) || a.name.localeCompare(b.name));
    return HttpResponse.json({ path, entries, next: null });
  }

  private entry(path: string, name: string): WorkspaceEntry {
    const file = this.file(path);
    if (!file) return { kind: "folder", name, path };
    const { content: _content, deleted: _deleted, latest_revision: _latest, ...head } = file;
    return { kind: "file", name, ...head, conflict_of: this.files.get(path)?.conflict_of ?? null };
  }

  private read(path: string, revision: number | null) {
    const file = this.file(path, revision);
    return file ? HttpResponse.json(file) : missing();
  }

  private history(path: string) {
    const kept = this.files.get(path);
    if (!kept) return missing();
    const revisions = kept.texts.map((text, index): WorkspaceRevision => {
      const revision = index + 1;
      return {
        revision,
        sha256: text === null ? null : shaOf(text),
        size: text?.length ?? 0,
        at: told,
        by: kept.updated_by ?? ada,
        trust: kept.trust ?? "user",
        deleted: text === null,
        restored_from: kept.restored[revision] ?? null,
      };
    });
    return HttpResponse.json({ path, revisions: revisions.reverse(), next: null });
  }

  private file(path: string, revision: number | null = null): WorkspaceFile | null {
    const kept = this.files.get(path);
    const latest = kept?.texts.length ?? 0;
    const content = kept?.texts[(revision ?? latest) - 1];
    if (typeof content !== "string") return null;
    return {
      path,
      content,
      size: content.length,
      revision: revision ?? latest,
      sha256: shaOf(content),
      updated_at: told,
      updated_by: kept?.updated_by ?? ada,
      trust: kept?.trust ?? "user",
      deleted: false,
      latest_revision: latest,
    };
  }

  /** The refusal of a change that does not begin with what is there. */
  private changed(request: Request, path: string) {
    const match = request.headers.get("if-match");
    const condition = match ?? request.headers.get("if-none-match");
    if (condition === null) return failure(428, { code: "precondition_required", message: "Read it first." });
    this.conditions.push(condition);
    const now = this.text(path);
    if (match === null ? typeof now !== "string" : typeof now === "string" && match === `"${shaOf(now)}"`) {
      return null;
    }
    const message = match === null ? "There is a file with this name." : "Somebody changed it meanwhile.";
    return failure(412, { code: "precondition_failed", message });
  }

  private head(path: string, text: string, restored?: number) {
    this.put(path, text);
    const kept = this.files.get(path);
    if (restored !== undefined && kept) kept.restored[kept.texts.length] = restored;
    return HttpResponse.json(this.file(path));
  }

  private remove(request: Request, path: string) {
    if (this.folders.has(path)) {
      const full = [...this.files.keys()].some((file) => file.startsWith(`${path}/`));
      if (full) return failure(409, { code: "conflict", message: "Something lies in this folder." });
      this.folders.delete(path);
      return nothing();
    }
    const refused = this.changed(request, path);
    if (!refused) this.put(path, null);
    return refused ?? nothing();
  }
}

/** Not a hash, but as different as the texts are. */
export function shaOf(text: string): string {
  return Array.from(text, (character) => character.codePointAt(0)?.toString(16)).join("");
}

function pathOf(request: Request): string {
  return new URL(request.url).searchParams.get("path") ?? "";
}

function asked(request: Request, name: string): number | null {
  const value = new URL(request.url).searchParams.get(name);
  return value === null ? null : Number(value);
}

function missing() {
  return failure(404, { code: "not_found", message: "There is nothing here." });
}
