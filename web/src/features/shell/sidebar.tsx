import { useSuspenseQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { PanelLeft, Search } from "lucide-react";
import { useState } from "react";
import { meQuery } from "@/api/me";
import { Logo } from "@/components/logo";
import { Button } from "@/components/ui/button";
import { MemberMenu } from "./member-menu";
import { Navigation } from "./navigation";

const storageKey = "steward.sidebar";

export function Sidebar({ onSearch }: { onSearch: () => void }) {
  const { org } = useSuspenseQuery(meQuery).data;
  const [collapsed, toggle] = useCollapsed();
  return (
    <div
      className={clsx(
        "sticky top-0 z-20 hidden h-dvh shrink-0 flex-col gap-3 py-3 transition-[width] duration-150 md:flex",
        collapsed ? "w-12" : "w-58",
      )}
    >
      <header className={clsx("flex items-center gap-2 px-2.5", collapsed && "flex-col")}>
        <Logo className="size-7 shrink-0" />
        {!collapsed && <p className="min-w-0 flex-1 truncate font-semibold tracking-tight">{org.name}</p>}
        <Button
          variant="ghost"
          size="icon"
          aria-label={collapsed ? "Expand sidebar" : "Collapse sidebar"}
          aria-expanded={!collapsed}
          onClick={toggle}
        >
          <PanelLeft aria-hidden />
        </Button>
      </header>
      <div className="px-2">
        <SearchButton collapsed={collapsed} onSearch={onSearch} />
      </div>
      <Navigation collapsed={collapsed} />
      <div className="px-2">
        <MemberMenu collapsed={collapsed} />
      </div>
    </div>
  );
}

function SearchButton({ collapsed, onSearch }: { collapsed: boolean; onSearch: () => void }) {
  if (collapsed) {
    return (
      <Button variant="ghost" size="icon" aria-label="Go to…" title="Go to…" onClick={onSearch}>
        <Search aria-hidden />
      </Button>
    );
  }
  return (
    <button
      type="button"
      onClick={onSearch}
      className="flex h-8 w-full cursor-pointer items-center gap-2 rounded-md border border-line bg-surface px-2 text-muted shadow-raised transition-colors hover:text-text"
    >
      <Search aria-hidden className="size-4" />
      <span className="flex-1 text-left">Go to…</span>
      <kbd className="font-sans text-xs" aria-hidden>
        {navigator.platform.startsWith("Mac") ? "⌘K" : "Ctrl K"}
      </kbd>
    </button>
  );
}

function useCollapsed(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(() => {
    try {
      return localStorage.getItem(storageKey) === "collapsed";
    } catch {
      return false;
    }
  });
  const toggle = () => {
    setCollapsed(!collapsed);
    try {
      localStorage.setItem(storageKey, collapsed ? "expanded" : "collapsed");
    } catch {
      // Storage can be blocked; the choice then lasts until the page is closed.
    }
  };
  return [collapsed, toggle];
}
