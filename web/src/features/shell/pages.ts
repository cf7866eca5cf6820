import type { LinkProps } from "@tanstack/react-router";
import {
  Activity,
  BellDot,
  BookOpen,
  Bot,
  Building2,
  CalendarClock,
  ChartNoAxesColumn,
  CircleUserRound,
  Contact,
  FolderTree,
  GraduationCap,
  Inbox,
  KeyRound,
  type LucideIcon,
  MessageSquareText,
  Phone,
  Power,
  Settings,
  Smartphone,
  Users,
  WalletCards,
} from "lucide-react";

export interface PageLink {
  to: NonNullable<LinkProps["to"]>;
  label: string;
  icon: LucideIcon;
}

/** Every page but those of the settings; `usePageGroups` leaves out what there is none of. */
export const pageGroups: { label: string; pages: PageLink[] }[] = [
  {
    label: "Conversations",
    pages: [
      { to: "/chat", label: "Chat", icon: MessageSquareText },
      { to: "/needs-you", label: "Needs you", icon: BellDot },
      { to: "/inbox", label: "Inbox", icon: Inbox },
      { to: "/phone", label: "Phone", icon: Smartphone },
    ],
  },
  {
    label: "Knowledge",
    pages: [
      { to: "/memory", label: "Memory", icon: BookOpen },
      // The path below it may be empty, which the router knows and its types do not.
      { to: "/workspace" as "/workspace/$", label: "Workspace", icon: FolderTree },
      { to: "/accounts", label: "Accounts", icon: WalletCards },
    ],
  },
  {
    label: "Operation",
    pages: [
      { to: "/activity", label: "Activity", icon: Activity },
      { to: "/agents", label: "Agents", icon: Bot },
      { to: "/schedules", label: "Schedules", icon: CalendarClock },
      { to: "/usage", label: "Usage", icon: ChartNoAxesColumn },
    ],
  },
];

export const settingsPage: PageLink = { to: "/settings", label: "Settings", icon: Settings };

export const settingsPages: PageLink[] = [
  { to: "/settings/profile", label: "Profile", icon: CircleUserRound },
  { to: "/settings/agent", label: "Your agent", icon: Bot },
  { to: "/settings/organisation", label: "Organisation", icon: Building2 },
  { to: "/settings/flags", label: "Switches", icon: Power },
  { to: "/settings/skills", label: "Skills", icon: GraduationCap },
  { to: "/settings/members", label: "Members", icon: Users },
  { to: "/settings/keys", label: "API keys", icon: KeyRound },
  { to: "/settings/contacts", label: "Contacts", icon: Contact },
  { to: "/settings/lines", label: "Lines", icon: Phone },
];
