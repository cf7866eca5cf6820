import { useSyncExternalStore } from "react";

/** Whether this browser could show a notification from a page, and whether it was asked to. */
export type Permission = "unsupported" | NotificationPermission;

const listeners = new Set<() => void>();
/** Storage can be blocked; the choice then lasts until the page is closed. */
const chosen = new Map<string, boolean>();

const storageKey = (member: string) => `steward.draft-alerts.${member}`;

/** Off until a member switches it on, and then in this browser alone: another has not been asked whether it may. */
function wantsDraftAlerts(member: string): boolean {
  const wanted = chosen.get(member);
  if (wanted !== undefined) return wanted;
  try {
    return localStorage.getItem(storageKey(member)) === "on";
  } catch {
    return false;
  }
}

export function setDraftAlerts(member: string, wanted: boolean): void {
  try {
    if (wanted) localStorage.setItem(storageKey(member), "on");
    else localStorage.removeItem(storageKey(member));
    chosen.delete(member);
  } catch {
    chosen.set(member, wanted);
  }
  for (const listener of listeners) listener();
}

function permission(): Permission {
  // Without TLS browsers have none, but on the same machine.
  if (typeof Notification === "undefined" || !window.isSecureContext) return "unsupported";
  return Notification.permission;
}

/** Asks whoever sits there; only from a click, since browsers ignore or punish the rest. */
export async function askPermission(): Promise<Permission> {
  const now = permission();
  const answer = now === "default" ? await Notification.requestPermission() : now;
  for (const listener of listeners) listener();
  return answer;
}

/** Whether drafts are told of here and now. */
export function alertsDrafts(member: string): boolean {
  return wantsDraftAlerts(member) && permission() === "granted";
}

export function useDraftAlerts(member: string): { wanted: boolean; permission: Permission } {
  const wanted = useSyncExternalStore(subscribe, () => wantsDraftAlerts(member));
  return { wanted, permission: useSyncExternalStore(subscribe, permission) };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may have changed it, and the browser's own settings the rest.
  window.addEventListener("storage", listener);
  window.addEventListener("focus", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
    window.removeEventListener("focus", listener);
  };
}
