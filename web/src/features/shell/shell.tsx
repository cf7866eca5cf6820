import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { Palette } from "./palette";
import { PhoneBar } from "./phone-bar";
import { Sidebar } from "./sidebar";

export function Shell({ children }: { children: ReactNode }) {
  const [searching, setSearching] = useState(false);
  usePaletteShortcut(() => setSearching(true));
  useHeadingFocus();
  return (
    <div className="flex min-h-dvh flex-col md:flex-row">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed! focus:top-3 focus:left-3 focus:z-50 focus:rounded-md focus:bg-accent focus:px-3 focus:py-2 focus:font-medium focus:text-on-accent"
      >
        Skip to content
      </a>
      <Sidebar onSearch={() => setSearching(true)} />
      <PhoneBar onSearch={() => setSearching(true)} />
      <main
        id="main"
        tabIndex={-1}
        className="flex min-w-0 flex-1 flex-col bg-surface md:my-2 md:mr-2 md:rounded-xl md:border md:border-line md:shadow-raised"
      >
        {children}
      </main>
      {searching && <Palette onClose={() => setSearching(false)} />}
    </div>
  );
}

function usePaletteShortcut(open: () => void) {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== "k" ||
        !(event.metaKey || event.ctrlKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      // Two modal dialogs on top of each other would take each other's focus.
      if (document.querySelector("dialog[open]") === null) open();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [open]);
}

/** A page that replaces another without a load says nothing to a screen reader, unless its heading takes the focus. */
function useHeadingFocus() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
      }),
    [router],
  );
}
