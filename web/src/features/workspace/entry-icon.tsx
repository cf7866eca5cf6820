import { FileBraces, FileText, Folder, TriangleAlert } from "lucide-react";
import type { WorkspaceEntry } from "@/api/workspace-schema";

export function EntryIcon({ entry: { kind, name, conflict_of } }: { entry: WorkspaceEntry }) {
  const style = "size-4.5 shrink-0";
  if (kind === "folder") return <Folder aria-hidden className={`${style} text-accent`} />;
  if (conflict_of) return <TriangleAlert aria-hidden className={`${style} text-warning-text`} />;
  const Icon = name.endsWith(".json") ? FileBraces : FileText;
  return <Icon aria-hidden className={`${style} text-muted`} />;
}
