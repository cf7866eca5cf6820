import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { unreadQuery } from "@/api/inbox";
import { isAdmin, meQuery } from "@/api/me";
import { countNeeds, needsQuery } from "@/api/needs";
import { type PageLink, settingsPage } from "./pages";
import { usePageGroups } from "./use-page-groups";

interface NavigationProps {
  /** Collapsed shows icons alone; the labels stay for screen readers and as tooltips. */
  collapsed: boolean;
  onNavigate?: () => void;
}

/** The links to every page. The router marks the current one with `aria-current`. */
export function Navigation({ collapsed, onNavigate }: NavigationProps) {
  return (
    <nav aria-label="Main" className="flex flex-1 flex-col gap-4 overflow-y-auto px-2 py-1">
      {usePageGroups().map((group) => (
        <ul key={group.label} aria-label={group.label} className="flex flex-col gap-0.5">
          {!collapsed && (
            <li aria-hidden className="px-2 pb-1 text-xs font-medium text-muted">
              {group.label}
            </li>
          )}
          {group.pages.map((page) => (
            <NavigationLink key={page.to} {...{ page, collapsed, onNavigate }} />
          ))}
        </ul>
      ))}
      <ul aria-label="Administration" className="mt-auto flex flex-col">
        <NavigationLink {...{ page: settingsPage, collapsed, onNavigate }} />
      </ul>
    </nav>
  );
}

interface NavigationLinkProps {
  page: PageLink;
  collapsed: boolean;
  onNavigate?: (() => void) | undefined;
}

function NavigationLink({ page: { to, label, icon: Icon }, collapsed, onNavigate }: NavigationLinkProps) {
  return (
    <li>
      <Link
        to={to}
        title={collapsed ? label : undefined}
        onClick={onNavigate}
        className={clsx(
          "group relative flex h-10 items-center gap-2.5 rounded-md px-2 font-medium text-muted transition-colors duration-100 hover:bg-hover hover:text-text md:h-8",
          "aria-[current=page]:bg-selected aria-[current=page]:text-text",
        )}
      >
        <Icon
          aria-hidden
          strokeWidth={1.75}
          className="size-4.5 shrink-0 group-aria-[current=page]:text-accent md:size-4"
        />
        <span className={clsx(collapsed && "sr-only")}>{label}</span>
        {to === "/needs-you" && <Waiting collapsed={collapsed} />}
        {to === "/inbox" && <Unread collapsed={collapsed} />}
      </Link>
    </li>
  );
}

/** How much waits for this member. Failing to find out is no reason to disturb: the page itself says what is wrong. */
export function Waiting({ collapsed }: { collapsed: boolean }) {
  const admin = isAdmin(useSuspenseQuery(meQuery).data);
  const needs = useQuery(needsQuery(admin)).data;
  return <Count count={needs ? countNeeds(needs, admin) : 0} word="waiting" collapsed={collapsed} />;
}

function Unread({ collapsed }: { collapsed: boolean }) {
  return <Count count={useQuery(unreadQuery).data ?? 0} word="unread" collapsed={collapsed} />;
}

function Count({ count, word, collapsed }: { count: number; word: string; collapsed: boolean }) {
  if (count === 0) return null;
  return (
    <>
      <span className="sr-only">
        , {count} {word}
      </span>
      <span
        aria-hidden
        className={clsx(
          "rounded-full bg-accent text-xs font-semibold text-on-accent tabular-nums",
          collapsed ? "absolute top-1 right-1 size-2" : "ml-auto min-w-5 px-1.5 text-center leading-5",
        )}
      >
        {!collapsed && (count > 99 ? "99+" : count)}
      </span>
    </>
  );
}
