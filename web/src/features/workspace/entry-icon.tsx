import { FileBraces, FileText, Folder, TriangleAlert } from "lucide-react";
import type { WorkspaceEntry } from "@/api/types";

export function EntryIcon({ entry }: { entry: WorkspaceEntry }) {
  const style = "size-4.5 shrink-0";
  if (entry.kind === "folder") return <Folder aria-hidden className={`${style} text-accent`} />;
  if (entry.conflict_of) return <TriangleAlert aria-hidden className={`${style} text-warning-text`} />;
  const Icon = entry.name.endsWith(".json") ? FileBraces : FileText;
  return <Icon aria-hidden className={`${style} text-muted`} />;
}
