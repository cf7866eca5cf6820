import { Link } from "@tanstack/react-router";
import { useCurrentInView } from "@/lib/use-current-in-view";
import { settingsPages } from "./pages";

export function SettingsNavigation() {
  const ref = useCurrentInView();
  return (
    <nav
      ref={ref}
      aria-label="Settings"
      className="overflow-x-auto border-b border-line px-2 lg:w-52 lg:shrink-0 lg:border-r lg:border-b-0 lg:px-3 lg:py-7"
    >
      <p aria-hidden className="hidden px-2.5 pb-2 text-xs font-medium text-muted lg:block">
        Settings
      </p>
      <ul className="flex gap-1 py-2 lg:flex-col lg:gap-0.5 lg:py-0">
        {settingsPages.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-9 items-center gap-2.5 rounded-md px-2.5 font-medium whitespace-nowrap text-muted transition-colors duration-100 hover:bg-hover hover:text-text aria-[current=page]:bg-selected aria-[current=page]:text-text lg:h-8"
            >
              <Icon aria-hidden strokeWidth={1.75} className="hidden size-4 lg:block" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
