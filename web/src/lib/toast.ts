import { useSyncExternalStore } from "react";

export interface Toast {
  id: number;
  message: string;
}

const lifetime = 5_000;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** Tells that something was done. Failures are shown where they happened, not here. */
export function toast(message: string): void {
  const id = nextId++;
  update([...toasts, { id, message }]);
  setTimeout(() => dismissToast(id), lifetime);
}

export function dismissToast(id: number): void {
  update(toasts.filter((item) => item.id !== id));
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}

function update(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
