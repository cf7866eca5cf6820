import { useSuspenseQuery } from "@tanstack/react-query";
import { Menu as MenuIcon, Search, X } from "lucide-react";
import { useState } from "react";
import { meQuery } from "@/api/me";
import { Logo } from "@/components/logo";
import { Button } from "@/components/ui/button";
import { ModalDialog } from "@/components/ui/dialog";
import { MemberMenu } from "./member-menu";
import { Navigation, Waiting } from "./navigation";

/** The bar of a narrow screen, with the navigation in a drawer. */
export function PhoneBar({ onSearch }: { onSearch: () => void }) {
  const { org } = useSuspenseQuery(meQuery).data;
  const [open, setOpen] = useState(false);
  return (
    <header className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b border-line bg-canvas px-2 md:hidden">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open navigation"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MenuIcon aria-hidden className="size-5!" />
        {!open && <Waiting collapsed />}
      </Button>
      <p className="min-w-0 flex-1 truncate text-center font-semibold tracking-tight">{org.name}</p>
      <Button variant="ghost" size="icon" aria-label="Go to…" onClick={onSearch}>
        <Search aria-hidden className="size-5!" />
      </Button>
      {open && <Drawer org={org.name} onClose={() => setOpen(false)} />}
    </header>
  );
}

function Drawer({ org, onClose }: { org: string; onClose: () => void }) {
  return (
    <ModalDialog
      aria-label="Navigation"
      onClose={onClose}
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] animate-slide border-r border-line bg-canvas"
    >
      <div className="flex h-full flex-col gap-3 py-3">
        <header className="flex items-center gap-2.5 px-3">
          <Logo className="size-7" />
          <p className="min-w-0 flex-1 truncate font-semibold tracking-tight">{org}</p>
          <Button variant="ghost" size="icon" aria-label="Close navigation" onClick={onClose}>
            <X aria-hidden className="size-5!" />
          </Button>
        </header>
        <Navigation collapsed={false} onNavigate={onClose} />
        <div className="px-2">
          <MemberMenu collapsed={false} onNavigate={onClose} />
        </div>
      </div>
    </ModalDialog>
  );
}
