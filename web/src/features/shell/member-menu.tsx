import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { clsx } from "clsx";
import { ChevronsUpDown, CircleUserRound, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { isSignedOut } from "@/api/error";
import { endSession, meQuery, signOut } from "@/api/me";
import { Avatar } from "@/components/ui/avatar";
import {
  Menu,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from "@/components/ui/menu";
import { useMutation } from "@/lib/mutation";
import { setTheme, type Theme, useTheme } from "@/lib/theme";
import { toastFailure } from "@/lib/toast";

interface MemberMenuProps {
  collapsed: boolean;
  onNavigate?: () => void;
}

export function MemberMenu({ collapsed, onNavigate }: MemberMenuProps) {
  const { member } = useSuspenseQuery(meQuery).data;
  const navigate = useNavigate();
  const leave = useSignOut();
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`${member.name}, ${member.role}: open menu`}
          className={clsx(
            "flex h-11 w-full cursor-pointer items-center gap-2.5 rounded-md text-left transition-colors hover:bg-hover data-[state=open]:bg-hover",
            collapsed ? "justify-center" : "px-1.5",
          )}
        >
          <Avatar name={member.name} />
          {!collapsed && (
            <>
              <span className="flex min-w-0 flex-1 flex-col leading-tight">
                <span className="truncate font-medium">{member.name}</span>
                <span className="text-xs text-muted capitalize">{member.role}</span>
              </span>
              <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
            </>
          )}
        </button>
      }
    >
      <MenuItem
        onSelect={() => {
          onNavigate?.();
          void navigate({ to: "/settings/profile" });
        }}
      >
        <CircleUserRound aria-hidden /> Profile
      </MenuItem>
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <MenuItem onSelect={() => leave.mutate()}>
        <LogOut aria-hidden /> Sign out
      </MenuItem>
    </Menu>
  );
}

function ThemeChoice() {
  const theme = useTheme();
  return (
    <>
      <MenuLabel>Theme</MenuLabel>
      <MenuRadioGroup value={theme} onValueChange={(value) => setTheme(value as Theme)}>
        <MenuRadioItem value="light">
          <Sun aria-hidden /> Light
        </MenuRadioItem>
        <MenuRadioItem value="dark">
          <Moon aria-hidden /> Dark
        </MenuRadioItem>
        <MenuRadioItem value="system">
          <Monitor aria-hidden /> System
        </MenuRadioItem>
      </MenuRadioGroup>
    </>
  );
}

function useSignOut() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  return useMutation({
    ...signOut,
    onSuccess: async () => {
      await navigate({ to: "/sign-in" });
      endSession(cache);
    },
    onError: (error) => {
      if (!isSignedOut(error)) toastFailure(`You are still signed in. ${error.message}`);
    },
  });
}
