import { useCallback, useEffect, useRef, useState } from "react";
import type { Approval } from "@/api/types";

/**
 * Questions that were on this page and are no longer open, although nobody decided them here. They would vanish under
 * the reader's eyes otherwise.
 */
export function useSettled(open: readonly Approval[]) {
  const seen = useRef(new Set<string>());
  const own = useRef(new Set<string>());
  const [settled, setSettled] = useState<readonly string[]>([]);
  useEffect(() => {
    const now = new Set(open.map((approval) => approval.id));
    const gone = [...seen.current].filter((id) => !now.has(id) && !own.current.has(id));
    seen.current = now;
    if (gone.length > 0) setSettled((before) => [...before, ...gone]);
  }, [open]);
  const decideHere = useCallback((id: string, mine: boolean) => {
    if (mine) own.current.add(id);
    else own.current.delete(id);
  }, []);
  const dismiss = useCallback((id: string) => setSettled((before) => before.filter((it) => it !== id)), []);
  return { settled, decideHere, dismiss };
}
