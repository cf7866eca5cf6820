import type { Hit } from "@/api/types";
import { plural } from "@/lib/format";

const words: Record<string, { one: string; many: string }> = {
  message: { one: "message", many: "messages" },
  archival: { one: "note", many: "notes" },
  document: { one: "document passage", many: "document passages" },
  summary: { one: "summary", many: "summaries" },
  workspace: { one: "workspace passage", many: "workspace passages" },
};

/** "3 notes". A source nobody here has heard of is called what the server calls it. */
export function sourceCount(source: string, count: number): string {
  const { one, many } = words[source] ?? { one: source, many: source };
  return plural(count, one, many);
}

/** What a search can be narrowed to. */
export const searchSources = [
  { source: "message", label: "Messages" },
  { source: "archival", label: "Notes" },
  { source: "document", label: "Documents" },
  { source: "summary", label: "Summaries" },
  { source: "workspace", label: "Files" },
] as const;

/** What forgetting a passage takes away, before anybody agrees to it. */
export function forgetWords(kind: Hit["source"]["kind"]): string {
  switch (kind) {
    case "note":
      return "The note goes, and everything that was made from it";
    case "document":
      return "This passage of the document goes, and everything that was made from it";
    case "file":
      return "This passage goes from the file and its earlier versions, and everything that was made from it";
    case "summary":
      return "This summary goes, and everything that was made from it";
    case "thread":
      return "What was said goes from the conversation, and everything that was made from it";
  }
}
