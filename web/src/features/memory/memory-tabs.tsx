import { Link } from "@tanstack/react-router";
import { useCurrentInView } from "@/lib/use-current-in-view";

const tabs = [
  { to: "/memory/blocks", label: "Blocks" },
  { to: "/memory/notes", label: "Notes" },
  { to: "/memory/documents", label: "Documents" },
  { to: "/memory/search", label: "Search" },
] as const;

const style =
  "flex h-10 items-center border-b-2 border-transparent px-2.5 font-medium whitespace-nowrap text-muted transition-colors hover:text-text focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-text";

/** The parts of memory. Whose memory is looked at stays the same from one to the next. */
export function MemoryTabs({ scope }: { scope: string | undefined }) {
  const search = scope === undefined ? {} : { scope };
  const ref = useCurrentInView();
  return (
    <nav ref={ref} aria-label="Parts of memory" className="-mt-2 overflow-x-auto border-b border-line">
      <ul className="-mb-px flex gap-1">
        {tabs.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} search={search} activeOptions={{ includeSearch: false }} className={style}>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/memory/conversations" activeOptions={{ includeSearch: false }} className={style}>
            Conversations
          </Link>
        </li>
      </ul>
    </nav>
  );
}
