import { Link } from "@tanstack/react-router";

const tabs = [
  { to: "/accounts", label: "Explorer" },
  { to: "/accounts/pipeline", label: "Pipeline" },
] as const;

/** The two ways to look at the accounts. */
export function AccountTabs() {
  return (
    <nav aria-label="Parts of accounts" className="-mt-2 border-b border-line">
      <ul className="-mb-px flex gap-1">
        {tabs.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: true }}
              className="flex h-10 items-center border-b-2 border-transparent px-2.5 font-medium text-muted transition-colors hover:text-text focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-text"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
