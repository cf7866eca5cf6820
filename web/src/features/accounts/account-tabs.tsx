import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { allProposalsQuery } from "@/api/accounts";
import { Badge } from "@/components/ui/badge";

const tabs = [
  { to: "/accounts", label: "Explorer" },
  { to: "/accounts/pipeline", label: "Pipeline" },
  { to: "/accounts/proposed", label: "Proposed" },
] as const;

/** The ways to look at the accounts, with how many changes wait for a decision. */
export function AccountTabs() {
  const waiting = useQuery(allProposalsQuery).data?.total ?? 0;
  return (
    <nav aria-label="Parts of accounts" className="-mt-2 border-b border-line">
      <ul className="-mb-px flex gap-1">
        {tabs.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: true }}
              className="flex h-10 items-center gap-1.5 border-b-2 border-transparent px-2.5 font-medium text-muted transition-colors hover:text-text focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-text"
            >
              {label}
              {to === "/accounts/proposed" && waiting > 0 && (
                <Badge tone="accent">
                  {waiting}
                  <span className="sr-only"> waiting</span>
                </Badge>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
