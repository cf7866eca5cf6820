import { ApiError } from "@/api/error";

export type UploadState =
  | { state: "waiting" }
  | { state: "sending"; share: number }
  /** Everything has left; the server takes the text out of it. */
  | { state: "reading" }
  | { state: "done"; parts: number }
  | { state: "stopped" }
  | { state: "failed"; problem: string };

export interface UploadRow {
  id: number;
  name: string;
  bytes: number;
  progress: UploadState;
}

/** Where an upload stands once this share of it has left. */
export function underWay(share: number): UploadState {
  return share < 1 ? { state: "sending", share } : { state: "reading" };
}

export function isOver({ state }: UploadState): boolean {
  return state === "done" || state === "stopped" || state === "failed";
}

/** Why a file was not taken, in words. A proxy may refuse it before Steward can say anything. */
export function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "Something went wrong.";
  switch (error.status) {
    case 413:
      return error.code === "document_too_large" ? error.message : "This file is too large.";
    case 415:
      return error.code === "unsupported_document"
        ? error.message
        : "Files of this kind cannot be read. Use text, Markdown, PDF or DOCX.";
    default:
      return error.message;
  }
}
