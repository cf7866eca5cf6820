import { useSyncExternalStore } from "react";

interface Toast {
  id: number;
  tone: "done" | "failed";
  message: string;
}

const lifetime = 5_000;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** Tells that something was done. */
export function toast(message: string): void {
  add("done", message);
}

/** Tells of a failure that has no place on the page, such as that of a menu which has closed. */
export function toastFailure(message: string): void {
  add("failed", message);
}

export function dismissToast(id: number): void {
  update(toasts.filter((item) => item.id !== id));
}

export function dismissAllToasts(): void {
  update([]);
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}

function add(tone: Toast["tone"], message: string): void {
  const id = nextId++;
  update([...toasts, { id, tone, message }]);
  setTimeout(() => dismissToast(id), lifetime);
}

function update(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
