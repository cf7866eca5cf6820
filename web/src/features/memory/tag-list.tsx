import { Link } from "@tanstack/react-router";
import { Tag } from "lucide-react";

const style =
  "inline-flex h-6 max-w-full items-center gap-1 rounded-full bg-hover px-2 text-xs font-medium text-muted [&_svg]:size-3";

/** What something is tagged with. */
export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex min-w-0 flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag} className={style}>
          <Tag aria-hidden />
          <span className="truncate">{tag}</span>
        </li>
      ))}
    </ul>
  );
}

/** The same as links to the notes with that tag. */
export function TagLinks({ tags, scope }: { tags: readonly string[]; scope: string }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex min-w-0 flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <Link
            to="/memory/notes"
            search={{ scope, tag }}
            aria-label={`Only notes tagged ${tag}`}
            className={`${style} hover:bg-selected hover:text-text`}
          >
            <Tag aria-hidden />
            <span className="truncate">{tag}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
