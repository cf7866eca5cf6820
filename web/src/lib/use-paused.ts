import { useEffect, useState } from "react";

/** What a value was when it last stood still for a moment: a word that is typed is one value, not one per letter. */
export function usePaused<Value>(value: Value, milliseconds = 200): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
