/** The entries every typed word begins a word of, in their given order. */
export function matching<Entry extends { label: string; group: string }>(
  entries: readonly Entry[],
  text: string,
): Entry[] {
  const typed = words(text);
  return entries.filter((entry) => {
    const own = words(`${entry.label} ${entry.group}`);
    return typed.every((word) => own.some((candidate) => candidate.startsWith(word)));
  });
}

/** Where the selection goes for a key, wrapping at both ends; null for a key that does not move it. */
export function moved(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case "ArrowDown":
      return (index + 1) % count;
    case "ArrowUp":
      return (index - 1 + count) % count;
    default:
      return null;
  }
}

function words(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}
